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
  /** Whether a fact means anything here; others are not delivered, and cost no transaction. */
  readonly concerns: (payload: unknown) => boolean;
  readonly handle: (tx: Transaction, payloads: readonly unknown[], context: JobContext) => Promise<void>;
}

interface SubscribeOptions<Payload extends z.ZodType> {
  readonly limitSeconds?: number;
  /** Said by the fact alone: for what most facts of the event mean nothing to. */
  readonly concerns?: (payload: z.output<Payload>) => boolean;
}

interface OptionsOfOne<Payload extends z.ZodType> extends SubscribeOptions<Payload> {
  /**
   * Facts of many may share a transaction, one after the other: for short work that holds nothing that others wait for. Where one
   * fails, nothing of them has happened, and each comes again alone (decision 128).
   */
  readonly sharesTransaction?: boolean;
}

/** Receives a fact in a tenant transaction that also records the delivery: its effect on the database happens once. */
export function subscribe<Payload extends z.ZodType>(
  event: EventType<Payload>,
  name: string,
  handle: (tx: Transaction, payload: z.output<Payload>, context: JobContext) => Promise<void>,
  { sharesTransaction = false, ...options }: OptionsOfOne<Payload> = {},
): Subscription {
  return {
    ...partsOf(event, name, options),
    takesMany: sharesTransaction,
    handle: async (tx, payloads, context) => {
      for (const payload of payloads) await handle(tx, parsed(event, payload), context);
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
  options: SubscribeOptions<Payload> = {},
): Subscription {
  return {
    ...partsOf(event, name, options),
    takesMany: true,
    handle: (tx, payloads, context) =>
      handle(
        tx,
        payloads.map((payload) => parsed(event, payload)),
        context,
      ),
  };
}

const parsed = <Payload extends z.ZodType>(event: EventType<Payload>, payload: unknown): z.output<Payload> =>
  event.payload.parse(payload) as z.output<Payload>;

const partsOf = <Payload extends z.ZodType>(
  event: EventType<Payload>,
  name: string,
  { concerns, ...options }: SubscribeOptions<Payload>,
) => ({
  ...{ event, name, ...options },
  concerns: (payload: unknown): boolean => concerns === undefined || concerns(parsed(event, payload)),
});
