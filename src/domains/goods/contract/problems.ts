export const goodsProblems = {
  /** A drink changed after its new price was shown. */
  'beverage.prices-changed': 409,
  /** Of what was to be changed at once. */
  'beverage.some-unknown': 404,
  /** It came from a tenant of another currency, and nobody gave it a price here. */
  'beverage.price-needed': 409,
} as const;
