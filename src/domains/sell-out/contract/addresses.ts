/** The sell-out list in the console. */
export const SELL_OUT_LIST = '/goods/sell-out';

/** The list of one robot. */
export const sellOutOf = (imei: string): string => `${SELL_OUT_LIST}?keyword=${encodeURIComponent(imei)}`;
