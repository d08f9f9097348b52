import * as z from 'zod';
import { eventType } from '#platform/events/contract/event.ts';
import { POS_RESULTS } from './messages.ts';

/** What terminals report and other slices act on. Aggregate: the order number. */
export const posEvents = {
  paymentReported: eventType('pos.payment-reported', z.object({ orderNo: z.string(), result: z.enum(POS_RESULTS) })),
};
