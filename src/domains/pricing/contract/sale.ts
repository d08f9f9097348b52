import * as z from 'zod';

/** Where a customer buys; decides the channel discount and which coupons count. */
export const SalesChannel = z.enum(['app', 'kiosk', 'miniprogram']);
export type SalesChannel = z.infer<typeof SalesChannel>;

/** How a customer pays; `pos` is the terminal beside a kiosk. Only cash takes the cash step (practice 1.4). */
export const PaidBy = z.enum(['card', 'cash', 'pos']);
export type PaidBy = z.infer<typeof PaidBy>;
