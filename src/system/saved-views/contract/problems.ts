export const savedViewProblems = {
  'saved-view.not-found': 404,
  'saved-view.name-taken': 409,
  'saved-view.changed-meanwhile': 409,
  'saved-view.too-many': 422,
} as const;
