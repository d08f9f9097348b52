export const archiveProblems = {
  'archive.not-found': 404,
  'archive.not-in-files': 409,
  'archive.link-over': 403,
  'archive.unreadable': 409,
} as const;
