/** Every attempt to pay, in the console. */
export const PAYMENT_LIST = '/orders/payments';
/** How a tenant takes money. */
export const PAYMENT_SETTINGS = '/settings/payments';
/** The attempts to pay one order. */
export const paymentsOf = (orderNo: string): string => `${PAYMENT_LIST}?keyword=${orderNo}`;
/** What banks of customers want back. */
export const DISPUTE_LIST = '/orders/disputes';
/** The disputes of one order. */
export const disputesOf = (orderNo: string): string => `${DISPUTE_LIST}?keyword=${orderNo}`;
