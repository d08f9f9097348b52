export const refundProblems = {
  'order.refund.not-found': 404,
  'order.refund.not-paid': 409,
  'order.refund.already-refunded': 409,
  'order.refund.exceeds-paid': 409,
  'order.refund.disputed': 409,
  'order.refund.already-open': 409,
  'order.refund.not-open': 409,
  'order.refund.reason-required': 422,
  'order.refund.drink-not-found': 422,
  'order.refund.drink-already-refunded': 409,
  'order.refund.nothing-left-for-drink': 409,
} as const;
export type RefundProblem = keyof typeof refundProblems;
