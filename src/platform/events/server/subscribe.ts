import type * as z from 'zod';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { EventType } from '#platform/events/contract/event.ts';
import type { JobContext } from '#platform/jobs/server/define-job.ts';

export interface Subscription {
  readonly event: EventType;
  readonly name: string;
  /** How long one delivery may take; 30 seconds unless said. */
  readonly limitSeconds?: number;
  readonly handle: (tx: Transaction, payload: unknown, context: JobContext) => Promise<void>;
}

/** Receives a fact in a tenant transaction that also records the delivery: its effect on the database happens once. */
export function subscribe<Payload extends z.ZodType>(
  event: EventType<Payload>,
  name: string,
  handle: (tx: Transaction, payload: z.output<Payload>, context: JobContext) => Promise<void>,
  options: { limitSeconds?: number } = {},
): Subscription {
  return {
    event,
    name,
    ...options,
    handle: (tx, payload, context) => handle(tx, event.payload.parse(payload) as z.output<Payload>, context),
  };
}
