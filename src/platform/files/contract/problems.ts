export const fileProblems = {
  'file.not-found': 404,
  'file.type-not-allowed': 422,
  'file.too-large': 422,
  'file.too-many-pixels': 422,
  'file.wrong-dimensions': 422,
  'file.broken': 422,
  'file.quota-reached': 422,
  'storage.not-written': 503,
  'storage.unreachable': 503,
  'storage.address-refused': 503,
  'storage.access-refused': 503,
} as const;
