export const receiptProblems = {
  'receipt.not-paid': 409,
  'receipt.not-refunded': 409,
  'receipt.spot-not-found': 404,
} as const;
