/** All refund applications in the console. */
export const REFUND_LIST = '/orders/refunds';
/** Those alone that wait for an answer. */
export const REFUNDS_WAITING = `${REFUND_LIST}?view=waiting`;
