import * as z from 'zod';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import { orderEvents } from '#domains/orders/contract/events.ts';
import { paymentEvents } from '#domains/payments/contract/events.ts';
import { PAID_KINDS } from '#domains/payments/contract/payment.ts';
import { robotEvents } from '#domains/robots/contract/events.ts';
import type { EventType } from '#platform/events/contract/event.ts';

/** A fact that others may be told, in the form that they are told it: what we know beside stays ours. */
export interface PublicEvent<Fact extends z.ZodType = z.ZodType> {
  readonly event: EventType<Fact>;
  /** One line for the documentation. */
  readonly about: string;
  readonly data: z.ZodObject;
  toData(fact: z.output<Fact>): Record<string, unknown>;
}

const orderData = z.strictObject({ orderNo: z.string(), spotId: z.string(), deviceImei: z.string(), at: z.string() });
const refundData = z.strictObject({
  ...orderData.shape,
  refundId: z.string(),
  amountMinor: z.int().describe('In minor units of the currency'),
  currency: z.string(),
  isFull: z.boolean().describe('Nothing of what was paid is left'),
});
const disputeData = z.strictObject({
  orderNo: z.string(),
  orderKind: z.enum(PAID_KINDS).describe('Of the order that was paid for: coffee, or the rental of a power bank'),
  disputeId: z.string(),
  amountMinor: z.int().describe('In minor units of the currency'),
  currency: z.string(),
  reason: z.string().describe('What the customer told his bank, in the words of the payment provider'),
  state: z.string().describe('In the words of the payment provider, such as needs_response, won, lost'),
  at: z.string(),
});
const presenceData = z.strictObject({ imei: z.string(), online: z.boolean(), at: z.string() });
const faultData = z.strictObject({
  imei: z.string(),
  code: z.string(),
  part: z.string().nullable(),
  active: z.boolean().describe('False: the fault is over'),
  at: z.string(),
});

const as =
  <Data extends z.ZodObject>(data: Data) =>
  <Fact extends z.ZodType>(
    event: EventType<Fact>,
    about: string,
    toData: (fact: z.output<Fact>) => z.output<Data> = (fact) =>
      Object.fromEntries(
        Object.keys(data.shape).map((name) => [name, (fact as Record<string, unknown>)[name]]),
      ) as never,
  ): PublicEvent => ({ event: event as unknown as EventType, about, data, toData: toData as PublicEvent['toData'] });
const order = as(orderData);
const refund = as(refundData);

/** Everything that a receiver can ask for (security 12). */
export const PUBLIC_EVENTS: readonly PublicEvent[] = [
  order(orderEvents.paid, 'An order is paid'),
  order(orderEvents.making, 'A robot has begun with an order'),
  order(orderEvents.made, 'An order waits for its pickup'),
  order(orderEvents.makeFailed, 'A drink of an order could not be made'),
  order(orderEvents.taken, 'An order was picked up'),
  order(orderEvents.notTaken, 'Nobody came for an order'),
  order(orderEvents.timedOut, 'Nobody has paid an order in time'),
  order(orderEvents.cancelled, 'An order was cancelled before it was paid'),
  refund(orderEvents.refundRequested, 'Money of an order is asked back'),
  refund(orderEvents.refundRefused, 'A refund was refused'),
  refund(orderEvents.refunded, 'Money of an order has gone back'),
  as(disputeData)(paymentEvents.disputed, "A customer's bank disputes a payment"),
  as(disputeData)(paymentEvents.disputeClosed, 'A dispute of a payment is over'),
  as(presenceData)(deviceEvents.presenceChanged, 'A device came online or went offline'),
  as(faultData)(
    robotEvents.faultReported,
    'A fault of a robot has begun or is over',
    ({ imei, receivedAt, report }) => ({
      imei,
      code: report.code,
      part: report.part ?? null,
      active: report.active,
      at: receivedAt,
    }),
  ),
];

export const EVENT_TYPES = PUBLIC_EVENTS.map(({ event }) => event.name);
/** Sent by hand from the console, and never by itself. */
export const TEST_EVENT = 'webhook.test';

/** The body of each call to a receiver. */
export const messageOf = <Data extends z.ZodType>(type: string, data: Data) =>
  z.strictObject({
    type: z.literal(type),
    id: z.string().describe('Of the fact: the same at each attempt, and for each receiver'),
    timestamp: z.string().describe('When it happened'),
    tenantId: z.string(),
    data,
  });
