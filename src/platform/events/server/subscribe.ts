import type * as z from 'zod';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { EventType } from '#platform/events/contract/event.ts';
import type { JobContext } from '#platform/jobs/server/define-job.ts';

export interface Subscription {
  readonly event: EventType;
  readonly name: string;
  /** How long one delivery may take; 30 seconds unless said. */
  readonly limitSeconds?: number;
  /** Takes many facts at once. The others are handed lists of one. */
  readonly takesMany: boolean;
  readonly handle: (tx: Transaction, payloads: readonly unknown[], context: JobContext) => Promise<void>;
}

interface SubscribeOptions {
  readonly limitSeconds?: number;
}

/** Receives a fact in a tenant transaction that also records the delivery: its effect on the database happens once. */
export function subscribe<Payload extends z.ZodType>(
  event: EventType<Payload>,
  name: string,
  handle: (tx: Transaction, payload: z.output<Payload>, context: JobContext) => Promise<void>,
  options: SubscribeOptions = {},
): Subscription {
  return {
    ...{ event, name, takesMany: false, ...options },
    handle: async (tx, payloads, context) => {
      for (const payload of payloads) await handle(tx, event.payload.parse(payload) as z.output<Payload>, context);
    },
  };
}

/**
 * Receives what waits of an event in one tenant, in one transaction, the facts of one aggregate in their order. Where it
 * fails, nothing of it has happened, and each fact comes again alone (decision 128).
 */
export function subscribeToMany<Payload extends z.ZodType>(
  event: EventType<Payload>,
  name: string,
  handle: (tx: Transaction, payloads: readonly z.output<Payload>[], context: JobContext) => Promise<void>,
  options: SubscribeOptions = {},
): Subscription {
  return {
    ...{ event, name, takesMany: true, ...options },
    handle: (tx, payloads, context) =>
      handle(
        tx,
        payloads.map((payload) => event.payload.parse(payload) as z.output<Payload>),
        context,
      ),
  };
}
