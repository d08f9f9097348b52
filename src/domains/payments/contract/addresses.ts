/** Every attempt to pay, in the console. */
export const PAYMENT_LIST = '/orders/payments';
/** How a tenant takes money. */
export const PAYMENT_SETTINGS = '/settings/payments';
