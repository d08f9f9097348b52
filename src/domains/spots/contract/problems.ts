export const spotProblems = {
  'spot.not-found': 404,
} as const;
