export const paymentProblems = {
  'payment.not-found': 404,
  'payment.provider-unknown': 404,
  'payment.signature-invalid': 400,
  'payment.channel-not-available': 422,
  'payment.currency-not-accepted': 422,
  'payment-config.other-is-on': 409,
  'payment-config.payments-open': 409,
  'payment.refund-exceeds-payment': 409,
  'payment.disputed': 409,
  'payment.exceeds-hold': 409,
  'payment.provider-unreachable': 503,
} as const;
