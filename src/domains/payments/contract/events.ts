import * as z from 'zod';
import { eventType } from '#platform/events/contract/event.ts';
import { DISPUTE_REASONS, DISPUTE_STATES } from './dispute.ts';
import { PAID_KINDS, type PaidKind } from './payment.ts';

const paymentFact = {
  paymentId: z.string(),
  orderNo: z.string(),
  orderKind: z.enum(PAID_KINDS).default('coffee'),
};

const disputeFact = {
  ...paymentFact,
  disputeId: z.string(),
  /** The provider's number of it. */
  providerRef: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
  reason: z.enum(DISPUTE_REASONS),
  state: z.enum(DISPUTE_STATES),
  at: z.string(),
};

/** For subscribers: facts about the money of coffee orders alone, or of rentals alone. */
export const ofKind = (kind: PaidKind) => ({
  concerns: ({ orderKind }: { readonly orderKind: PaidKind }): boolean => orderKind === kind,
});

/** Facts about money; orders subscribe to them (architecture 5: the way back is an event). */
export const paymentEvents = {
  /** The provider holds the money. `matches` is false where amount or currency differ from what was asked. */
  succeeded: eventType(
    'payment.succeeded',
    z.object({
      ...paymentFact,
      matches: z.boolean(),
      received: z.object({ amountMinor: z.int(), currency: z.string() }),
    }),
  ),
  /** The bank keeps the money of a deposit for us. */
  held: eventType('payment.held', z.object(paymentFact)),
  /** A hold has ended without our asking: the bank keeps nothing for us any more. */
  lapsed: eventType('payment.lapsed', z.object(paymentFact)),
  /** What the provider says it holds for this attempt names another order: it is believed for none. */
  misdirected: eventType(
    'payment.misdirected',
    z.object({
      ...paymentFact,
      namedOrderNo: z.string().nullable(),
      received: z.object({ amountMinor: z.int(), currency: z.string() }),
    }),
  ),
  /** A final refusal of one attempt. */
  failed: eventType('payment.failed', z.object({ ...paymentFact, errorCode: z.string() })),
  /** A refund reached the customer, or the provider's books at least. */
  returned: eventType(
    'payment.returned',
    z.object({ ...paymentFact, refundId: z.string(), amountMinor: z.int(), providerRef: z.string() }),
  ),
  /** Somebody has given money back at the provider's own console; nobody had asked for it here. */
  returnedAtProvider: eventType(
    'payment.returned-at-provider',
    z.object({ ...paymentFact, refundId: z.string(), amountMinor: z.int(), providerRef: z.string() }),
  ),
  /** The customer's bank asks about a payment, or takes its money back. */
  disputed: eventType('payment.disputed', z.object({ ...disputeFact, evidenceDueAt: z.string().nullable() })),
  /** A dispute is over: its `state` says how. */
  disputeClosed: eventType('payment.dispute-closed', z.object(disputeFact)),
  /** The provider did not perform a refund; it is tried again, unless that was `forGood`. */
  returnFailed: eventType(
    'payment.return-failed',
    z.object({ ...paymentFact, refundId: z.string(), error: z.string(), forGood: z.boolean().default(false) }),
  ),
};
