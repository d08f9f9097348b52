import * as z from 'zod';
import { eventType } from '#platform/events/contract/event.ts';

/** Facts about coupons that messages subscribe to. Aggregate: the coupon. */
export const couponEvents = {
  issued: eventType(
    'coupon.issued',
    z.object({ couponId: z.string(), codes: z.array(z.object({ codeId: z.string(), customerId: z.string() })) }),
  ),
};
