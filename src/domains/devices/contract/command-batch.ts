import * as z from 'zod';
import { Id, Imei, Instant, IntField, pageFields, pageOf, Text } from '#platform/http/contract/fields.ts';
import { ROBOT_MODES } from './robot-status.ts';

export const MAX_BATCH_ROBOTS = 500;

export const BATCH_ITEM_STATES = ['waiting', 'sent', 'succeeded', 'failed'] as const;
export type BatchItemState = (typeof BATCH_ITEM_STATES)[number];

/** Many robots into maintenance, or back: one command to each, with a result per robot. */
export const CommandBatch = z.strictObject({
  id: z.string(),
  status: z.enum(ROBOT_MODES),
  reason: z.string(),
  state: z.enum(['running', 'done']),
  counts: z.strictObject({ waiting: z.int(), sent: z.int(), succeeded: z.int(), failed: z.int() }),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type CommandBatch = z.infer<typeof CommandBatch>;

export const CommandBatchItem = z.strictObject({
  imei: z.string(),
  name: z.string(),
  state: z.enum(BATCH_ITEM_STATES),
  /** Why it failed. */
  message: z.string().nullable(),
});
export type CommandBatchItem = z.infer<typeof CommandBatchItem>;

/** `expected` is the number that the reader was shown; another number by now refuses the batch. */
export function commandBatchRequests<Filters extends z.ZodRawShape>(filters: Filters) {
  const common = { status: z.enum(ROBOT_MODES), reason: Text(200, 1) };
  return z.union([
    z.strictObject({ ...common, imeis: z.array(Imei).min(1).max(MAX_BATCH_ROBOTS) }),
    z.strictObject({ ...common, matching: z.strictObject(filters), expected: IntField(1, 1_000_000) }),
  ]);
}

export const OneBatchRequest = z.strictObject({ id: Id });
export type OneBatchRequest = z.infer<typeof OneBatchRequest>;
export const BatchItemsRequest = z.strictObject({ ...pageFields, id: Id, state: z.enum(BATCH_ITEM_STATES).optional() });
export type BatchItemsRequest = z.infer<typeof BatchItemsRequest>;
export const BatchItemsPage = pageOf(CommandBatchItem);
export type BatchItemsPage = z.infer<typeof BatchItemsPage>;
