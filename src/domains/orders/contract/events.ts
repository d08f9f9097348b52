import * as z from 'zod';
import { eventType } from '#platform/events/contract/event.ts';

const orderFact = z.object({ orderNo: z.string(), spotId: z.string(), deviceImei: z.string(), at: z.string() });
const refundFact = z.object({
  ...orderFact.shape,
  refundId: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
  isFull: z.boolean(),
});

/** Facts about orders that coupons, points, alarms and messages subscribe to. */
export const orderEvents = {
  paid: eventType('order.paid', orderFact),
  making: eventType('order.making', orderFact),
  made: eventType('order.made', orderFact),
  makeFailed: eventType('order.make-failed', orderFact),
  taken: eventType('order.taken', orderFact),
  notTaken: eventType('order.not-taken', orderFact),
  timedOut: eventType('order.timed-out', orderFact),
  cancelled: eventType('order.cancelled', orderFact),
  refundRequested: eventType('order.refund-requested', refundFact),
  refundRefused: eventType('order.refund-refused', refundFact),
  refunded: eventType('order.refunded', refundFact),
  /** Nothing was charged and nothing made: what the order was paid with instead of money comes back. */
  nothingMade: eventType('order.nothing-made', orderFact),
};
