/** Refusals of the pricing function and of the channel that asks it; those of a coupon are `couponProblems`. */
export const priceProblems = {
  'order.channel-not-allowed': 422,
  'order.currency-withdrawn': 422,
  'order.amount-too-large': 422,
  'order.amount-below-minimum': 422,
} as const;
export type PriceProblem = keyof typeof priceProblems;
