/** The page of an order in the console. */
export const orderAddress = (orderNo: string): string => `/orders/detail/${orderNo}`;
