export const storedFileProblems = {
  'stored-file.in-use': 409,
} as const;
