export const caseProblems = {
  'case.machine-unknown': 404,
  'case.proof-refused': 422,
  'case.too-many-tries': 429,
  'case.proof-over': 422,
  'case.asked-already': 409,
  'case.asked-enough': 409,
  'case.not-found': 404,
} as const;
