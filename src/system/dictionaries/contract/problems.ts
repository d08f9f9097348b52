export const dictionaryProblems = {
  'dictionary.code-malformed': 422,
  'dictionary.tenant-needed': 422,
} as const;
