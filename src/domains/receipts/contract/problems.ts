export const receiptProblems = {
  'receipt.not-paid': 409,
  'receipt.not-refunded': 409,
} as const;
