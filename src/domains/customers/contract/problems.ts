export const customerProblems = {
  'customer.not-found': 404,
  'customer.unknown-barcode': 404,
  'customer.erased': 422,
  'customer.name-differs': 422,
} as const;
