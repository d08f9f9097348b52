export const materialProblems = {
  'material.code-malformed': 422,
  'material.in-recipes': 409,
  'material.unit-in-use': 409,
} as const;
