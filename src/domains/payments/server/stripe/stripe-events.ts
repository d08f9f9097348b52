import { createHash } from 'node:crypto';
import * as z from 'zod';
import { isCleanText } from '#platform/http/contract/fields.ts';
import { unstorableField } from '#platform/http/rules/unstorable-field.ts';
import type { EventSubject, ProviderEvents, ReceivedEvent } from '../payment-adapter.ts';
import { isSignedBy } from './stripe-signature.ts';

const Word = z.string().min(1).max(255).refine(isCleanText);
const EventName = z.object({ id: Word, type: Word });
const EventObject = z.object({
  id: Word,
  payment_intent: Word.nullish(),
  /** Of a terminal: the payment that it asked for. */
  action: z
    .object({ process_payment_intent: z.object({ payment_intent: Word }).nullish() })
    .nullish()
    .catch(null),
  metadata: z.object({ paymentId: z.uuid().optional(), refundId: z.uuid().optional() }).nullish().catch(null),
});
/** What of an event we keep: enough to know whom to ask. The facts are read from the provider (practice 3.1). */
const ProviderEvent = EventName.extend({ data: z.object({ object: EventObject }) });

export const stripeEvents: ProviderEvents = {
  isSigned: (secrets, headers, body, now) => {
    const header = headers['stripe-signature'];
    return isSignedBy(secrets, Array.isArray(header) ? header[0] : header, body, now);
  },
  read: readEvent,
  subjectOf,
};

/**
 * Whatever is signed is taken: a provider that is refused now and then ends up by sending nothing more. What we cannot read, or
 * what is about no payment (`balance.available`, thin events), is recorded and does nothing.
 */
function readEvent(body: Buffer): ReceivedEvent {
  const json = parseJson(body);
  const event = ProviderEvent.safeParse(json).data;
  if (event) return { id: event.id, type: event.type, object: event.data.object };
  const name = EventName.safeParse(json).data;
  if (name && unstorableField(json) === undefined) return name;
  const digest = createHash('sha256').update(body).digest('hex');
  return { id: name?.id ?? `sha256:${digest}`, type: name?.type ?? 'unreadable', body };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function subjectOf(type: string, stored: unknown): EventSubject | undefined {
  const object = EventObject.parse(stored);
  if (type.startsWith('payment_intent.'))
    return { kind: 'payment', ref: object.id, paymentId: object.metadata?.paymentId };
  const asked = object.action?.process_payment_intent?.payment_intent;
  if (type.startsWith('terminal.reader.'))
    return asked === undefined ? undefined : { kind: 'payment', ref: asked, paymentId: undefined };
  if (type.startsWith('charge.dispute.'))
    return object.payment_intent ? { kind: 'disputes-of', ref: object.payment_intent } : undefined;
  if (type.startsWith('refund.') || type === 'charge.refund.updated') {
    const refundId = object.metadata?.refundId;
    if (refundId !== undefined) return { kind: 'refund', refundId };
  } else if (!type.startsWith('charge.refund')) return undefined;
  if (!object.payment_intent) return undefined;
  return { kind: 'refunds-of', ref: object.payment_intent };
}
