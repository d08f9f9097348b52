export const orderProblems = {
  'order.not-found': 404,
  'order.device-not-found': 404,
  'order.illegal-transition': 409,
  'order.already-cancelled': 409,
  'order.not-payable': 409,
  'order.expired': 409,
  'order.spot-closed': 409,
  'order.no-robot-available': 409,
  'order.sold-out': 409,
  'order.list.sort-too-wide': 422,
  'order.list.range-reversed': 422,
  'order.export.range-missing': 422,
  'order.export.range-reversed': 422,
  'order.export.range-too-long': 422,
  'order.remake.already-refunded': 409,
} as const;
export type OrderProblem = keyof typeof orderProblems;
