export const fieldCheckProblems = {
  'field-check.field-unknown': 400,
  'field-check.taken': 409,
  'field-check.too-many': 429,
  'field-check.rule-unknown': 422,
  'field-check.rule-broken': 422,
  'field-check.rule-failed': 422,
} as const;
