import * as z from 'zod';
import { Id, Imei, Instant, IntField, pageFields, pageOf, Text } from '#platform/http/contract/fields.ts';
import { dangerousCommandPermission, type StaffCommand } from './commands.ts';
import { ROBOT_MODES, type RobotMode } from './robot-status.ts';

export const MAX_BATCH_ROBOTS = 500;

export const BATCH_ITEM_STATES = ['waiting', 'sent', 'succeeded', 'failed'] as const;
export type BatchItemState = (typeof BATCH_ITEM_STATES)[number];

/** What many robots can be asked at once: what one can be asked, by the same permissions. */
export const BATCH_KINDS = [
  'setMaintenance',
  'endMaintenance',
  'restart',
  'clean',
  'openOutlet',
  'uploadLog',
  'reportState',
] as const;
export type BatchKind = (typeof BATCH_KINDS)[number];

interface BatchCommand {
  readonly cmd: StaffCommand;
  /** All of them are needed. */
  readonly permissions: readonly string[];
  /** The mode that it sets: as by `updateStatus`, and with no more permissions than that. */
  readonly status?: RobotMode;
}

const command = 'robot:command';
const maintain = 'robot:maintain';
export const batchCommands: Readonly<Record<BatchKind, BatchCommand>> = {
  setMaintenance: { cmd: 'setMaintenance', permissions: [maintain], status: 'maintain' },
  endMaintenance: { cmd: 'setMaintenance', permissions: [maintain], status: 'normal' },
  restart: { cmd: 'restart', permissions: [command, maintain] },
  clean: { cmd: 'clean', permissions: [command, maintain] },
  openOutlet: { cmd: 'openOutlet', permissions: [command, maintain] },
  uploadLog: { cmd: 'uploadLog', permissions: [command] },
  reportState: { cmd: 'reportState', permissions: [command] },
};

export const needsReason = (kind: BatchKind): boolean => batchCommands[kind].cmd in dangerousCommandPermission;

/** One command to each of many robots, with a result per robot. */
export const CommandBatch = z.strictObject({
  id: z.string(),
  kind: z.enum(BATCH_KINDS),
  /** The mode that it sets, if any. */
  status: z.enum(ROBOT_MODES).nullable(),
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

/**
 * What is asked: a `kind`, or the `status` that the robots shall get. Of whom: `imeis`, or all that match the filters;
 * `expected` is the number of them that the reader was shown, and another number by now refuses the batch.
 */
export function commandBatchRequest<Filters extends z.ZodRawShape>(filters: Filters) {
  return z
    .strictObject({
      kind: z.enum(BATCH_KINDS).optional(),
      status: z.enum(ROBOT_MODES).optional(),
      reason: Text(200).optional(),
      /** Which outlet `openOutlet` opens. */
      outlet: IntField(1, 99).optional(),
      imeis: z.array(Imei).min(1).max(MAX_BATCH_ROBOTS).optional(),
      matching: z.strictObject(filters).optional(),
      expected: IntField(1, 1_000_000).optional(),
    })
    .superRefine((request, context) => {
      const refuse = (field: keyof typeof request, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message });
      const kind = kindAsked(request);
      if (kind === undefined) refuse('kind', 'fault.required');
      else if (request.kind && request.status) refuse('status', 'fault.unknown-field');
      else if (needsReason(kind) && !request.reason) refuse('reason', 'fault.required');
      if (kind !== undefined && (kind === 'openOutlet') !== (request.outlet !== undefined))
        refuse('outlet', kind === 'openOutlet' ? 'fault.required' : 'fault.unknown-field');
      if (request.imeis === undefined && request.matching === undefined) refuse('imeis', 'fault.required');
      if (request.imeis && request.matching) refuse('matching', 'fault.unknown-field');
      if ((request.matching === undefined) !== (request.expected === undefined))
        refuse('expected', request.matching ? 'fault.required' : 'fault.unknown-field');
    });
}

export function kindAsked(request: {
  kind?: BatchKind | undefined;
  status?: RobotMode | undefined;
}): BatchKind | undefined {
  return request.kind ?? BATCH_KINDS.find((kind) => request.status && batchCommands[kind].status === request.status);
}

export const OneBatchRequest = z.strictObject({ id: Id });
export type OneBatchRequest = z.infer<typeof OneBatchRequest>;
export const BatchItemsRequest = z.strictObject({ ...pageFields, id: Id, state: z.enum(BATCH_ITEM_STATES).optional() });
export type BatchItemsRequest = z.infer<typeof BatchItemsRequest>;
export const BatchItemsPage = pageOf(CommandBatchItem);
export type BatchItemsPage = z.infer<typeof BatchItemsPage>;
