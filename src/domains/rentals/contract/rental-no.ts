import * as z from 'zod';

/** Numbers of rentals begin with a letter, so that none is taken for one of a coffee order. */
export const RentalNo = z.string().regex(/^R\d{8,40}$/);
export const isRentalNo = (orderNo: string): boolean => orderNo.startsWith('R');
