export const loyaltyProblems = {
  'loyalty.range-reversed': 422,
  'loyalty.range-too-long': 422,
} as const;
