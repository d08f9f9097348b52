export const exportProblems = {
  'export.not-found': 404,
  'export.too-many-waiting': 429,
  'export.not-created': 409,
  'export.not-failed': 409,
  'export.link-over': 403,
  'export.too-many-rows-at-once': 422,
} as const;
