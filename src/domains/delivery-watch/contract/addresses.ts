/** Paid orders that were not delivered in time. */
export const DELIVERY_WATCH = '/orders/delivery-watch';
