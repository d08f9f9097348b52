export const customerProblems = {
  'customer.not-found': 404,
  'customer.unknown-barcode': 422,
  'customer.erased': 422,
  'customer.person-unknown': 422,
  'customer.spot-unknown': 422,
  'customer.switched-off': 422,
} as const;
