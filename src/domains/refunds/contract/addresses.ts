/** All refund applications in the console. */
export const REFUND_LIST = '/orders/refunds';
/** Those that wait for an answer or for the provider: one at most of each order that the figure `refundsWaiting` counts. */
export const OPEN_REFUND_LIST = `${REFUND_LIST}?view=open`;
