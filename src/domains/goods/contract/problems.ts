export const goodsProblems = {
  /** A drink changed after its new price was shown. */
  'beverage.prices-changed': 409,
  /** Of what was to be changed at once. */
  'beverage.some-unknown': 404,
} as const;
