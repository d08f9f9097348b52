export const spotProblems = {
  'spot.not-found': 404,
  'spot.contact-unknown': 404,
} as const;
