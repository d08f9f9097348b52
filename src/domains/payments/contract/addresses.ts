/** Every attempt to pay, in the console. */
export const PAYMENT_LIST = '/orders/payments';
