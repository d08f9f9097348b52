export const importProblems = {
  'import.not-found': 404,
  'import.not-a-table': 422,
  'import.too-many-rows': 422,
  'import.too-many-columns': 422,
  'import.too-much-text': 422,
  'import.empty': 422,
  'import.column-missing': 422,
  'import.column-twice': 422,
  'import.has-faults': 409,
  'import.nothing-good': 409,
  'import.not-done': 409,
} as const;
