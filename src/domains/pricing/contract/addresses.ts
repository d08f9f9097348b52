/** How prices come to be, in the console: for saved goods, free values, or an order. */
export const PRICE_EXPLAINER = '/goods/price-explainer';

/** How an order came to its sum. */
export const explainerOf = (orderNo: string): string => `${PRICE_EXPLAINER}?order=${orderNo}`;
