import type {
  BatchItemState,
  BatchKind,
  CommandBatch,
  CommandBatchItem,
} from '#domains/robots/contract/command-batch.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { AskedCommand } from './command-robot.ts';

export interface StoredBatch {
  readonly id: string;
  readonly requestedBy: string;
  readonly language: Language;
  readonly kind: BatchKind;
  /** What each robot is sent. */
  readonly command: AskedCommand;
  readonly reason: string;
  readonly state: 'running' | 'done';
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export interface BatchRobot {
  readonly id: string;
  readonly imei: string;
  readonly name: string;
}

export async function insertBatch(
  db: TenantDb,
  batch: Omit<StoredBatch, 'state' | 'finishedAt'>,
  robots: readonly BatchRobot[],
): Promise<void> {
  await db
    .insertInto('command_batch')
    .values({
      id: batch.id,
      requested_by: batch.requestedBy,
      language: batch.language,
      cmd: batch.command.cmd,
      args: JSON.stringify(batch.command.args),
      reason: batch.reason,
      created_at: batch.createdAt,
    })
    .execute();
  await db
    .insertInto('command_batch_item')
    .values(robots.map(({ id, imei, name }) => ({ batch_id: batch.id, robot_id: id, imei, name })))
    .execute();
}

/** Locked, so that results that come at the same time count each other. */
export async function lockBatch(db: TenantDb, id: string): Promise<StoredBatch | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await batches(db).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toStored(row);
}

/** A batch of this person; others' are not there. */
export async function findBatch(db: TenantDb, id: string, requestedBy: string): Promise<StoredBatch | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await batches(db).where('id', '=', id).where('requested_by', '=', requestedBy).executeTakeFirst();
  return row && toStored(row);
}

function batches(db: TenantDb) {
  return db
    .selectFrom('command_batch')
    .select(['id', 'requested_by', 'language', 'cmd', 'args', 'reason', 'state', 'created_at', 'finished_at']);
}

function toStored(row: Awaited<ReturnType<ReturnType<typeof batches>['executeTakeFirstOrThrow']>>): StoredBatch {
  const command = { cmd: row.cmd, args: row.args } as AskedCommand;
  return {
    id: row.id,
    requestedBy: row.requested_by,
    language: row.language as Language,
    kind: kindOf(command),
    command,
    reason: row.reason,
    state: row.state as StoredBatch['state'],
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

function kindOf({ cmd, args }: AskedCommand): BatchKind {
  if (cmd !== 'setMaintenance') return cmd;
  return args.on ? 'setMaintenance' : 'endMaintenance';
}

export async function countItems(db: TenantDb, batchId: string): Promise<CommandBatch['counts']> {
  const rows = await db
    .selectFrom('command_batch_item')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('batch_id', '=', batchId)
    .groupBy('state')
    .execute();
  const of = (state: BatchItemState): number => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return { waiting: of('waiting'), sent: of('sent'), succeeded: of('succeeded'), failed: of('failed') };
}

export async function findWaiting(db: TenantDb, batchId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('command_batch_item')
    .select('robot_id')
    .where('batch_id', '=', batchId)
    .where('state', '=', 'waiting')
    .orderBy('imei')
    .limit(limit)
    .execute();
  return rows.map((row) => row.robot_id);
}

export async function findItems(
  db: TenantDb,
  request: { id: string; state?: BatchItemState | undefined; pageNo: number; pageSize: number },
): Promise<{ items: CommandBatchItem[]; total: number }> {
  const { state } = request;
  const matching = db
    .selectFrom('command_batch_item')
    .where('batch_id', '=', request.id)
    .$if(state !== undefined, (query) => query.where('state', '=', state as BatchItemState));
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .select(['imei', 'name', 'state', 'message'])
    .orderBy('name')
    .orderBy('imei')
    .limit(request.pageSize)
    .offset((request.pageNo - 1) * request.pageSize)
    .execute();
  return { items: rows.map((row) => ({ ...row, state: row.state as BatchItemState })), total: Number(total) };
}

/** Answers whether the item was in the state that it leaves: of two who do the same work, one does it. */
export async function moveItem(
  db: TenantDb,
  item: { batchId: string; robotId: string; from: BatchItemState },
  to: { state: BatchItemState; commandId?: string; message?: string | null },
): Promise<boolean> {
  const row = await db
    .updateTable('command_batch_item')
    .set({
      state: to.state,
      message: to.message ?? null,
      ...(to.commandId === undefined ? {} : { command_id: to.commandId }),
    })
    .where('batch_id', '=', item.batchId)
    .where('robot_id', '=', item.robotId)
    .where('state', '=', item.from)
    .returning('imei')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findItemOfCommand(
  db: TenantDb,
  commandId: string,
): Promise<{ batchId: string; robotId: string; state: BatchItemState } | undefined> {
  const row = await db
    .selectFrom('command_batch_item')
    .select(['batch_id', 'robot_id', 'state'])
    .where('command_id', '=', commandId)
    .executeTakeFirst();
  return row && { batchId: row.batch_id, robotId: row.robot_id, state: row.state as BatchItemState };
}

/** Failed ones wait again; answers how many. */
export async function reopenFailed(db: TenantDb, batchId: string): Promise<number> {
  const rows = await db
    .updateTable('command_batch_item')
    .set({ state: 'waiting', command_id: null, message: null })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'failed')
    .returning('imei')
    .execute();
  return rows.length;
}

export async function setBatchState(
  db: TenantDb,
  id: string,
  state: StoredBatch['state'],
  finishedAt: Date | null,
): Promise<void> {
  await db.updateTable('command_batch').set({ state, finished_at: finishedAt }).where('id', '=', id).execute();
}
