import * as z from 'zod';

export const OrderNo = z.string().regex(/^\d{8,40}$/);
