export const RENTALS = '/rentals/orders';
export const rentalPage = (orderNo: string): string => `${RENTALS}/${encodeURIComponent(orderNo)}`;
export const RENTAL_REFUNDS = '/rentals/refunds';
export const RENTAL_REPAIRS = '/rentals/repairs';
