import * as z from 'zod';
import { eventType } from '#platform/events/contract/event.ts';

const fact = {
  orderNo: z.string(),
  spotId: z.string().nullable(),
  customerId: z.string(),
  /** The client that the customer came through. */
  clientKeyId: z.string().nullable(),
  at: z.string(),
  /** Nobody pays for it, so nobody is told and nothing is earned. */
  sandbox: z.boolean().default(false),
};

/** Facts about rentals that other slices act on, such as points. Aggregate: the order number. */
export const rentalEvents = {
  started: eventType('rental.started', z.object({ ...fact, serial: z.string() })),
  /** The fee is paid wholly: status 4 or 6, where points are earned (practice 7.2). */
  paid: eventType('rental.paid', z.object({ ...fact, status: z.int(), feeMinor: z.int(), currency: z.string() })),
  /** Money has gone back. */
  refunded: eventType(
    'rental.refunded',
    z.object({ ...fact, refundId: z.string(), amountMinor: z.int(), currency: z.string(), isFull: z.boolean() }),
  ),
};
