import { sql } from 'kysely';
import type { CommandState } from '#domains/devices/contract/commands.ts';
import type { DeviceKind } from '#domains/devices/contract/topics.ts';
import {
  ACTIVE_COMMAND_STATES,
  commandDueAt,
  expiryOf,
  isActiveCommand,
  type TimedCommand,
} from '#domains/devices/rules/command-state.ts';
import type { TenantDb } from '#platform/database/server/database.ts';

/** A command as the state machine and the publisher need it. */
export interface StoredCommand extends Omit<TimedCommand, 'timing'> {
  readonly id: string;
  readonly imei: string;
  readonly kind: DeviceKind;
  readonly cmd: string;
  readonly args: unknown;
  readonly orderNo: string | null;
  readonly acceptedAt: Date | null;
}

const STORED = [
  'id',
  'imei',
  'kind',
  'cmd',
  'args',
  'state',
  'order_no',
  'issued_at',
  'ttl_seconds',
  'attempts',
  'sent_at',
  'accepted_at',
  'late',
] as const;

const onWay: readonly CommandState[] = ACTIVE_COMMAND_STATES.filter((state) => state !== 'queued');

function stored(db: TenantDb) {
  return db.selectFrom('device_command').select(STORED);
}

function toStored(row: Awaited<ReturnType<ReturnType<typeof stored>['executeTakeFirstOrThrow']>>): StoredCommand {
  return {
    id: row.id,
    imei: row.imei,
    kind: row.kind as DeviceKind,
    cmd: row.cmd,
    args: row.args,
    state: row.state as CommandState,
    orderNo: row.order_no,
    issuedAt: row.issued_at,
    ttlSeconds: row.ttl_seconds,
    attempts: row.attempts,
    sentAt: row.sent_at,
    acceptedAt: row.accepted_at,
    late: row.late,
  };
}

export async function lockCommand(db: TenantDb, id: string): Promise<StoredCommand | undefined> {
  const row = await stored(db).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toStored(row);
}

/** Those of an order that may still come to something, locked; a result may come after the time-out as well. */
export async function lockOpenCommandsOf(db: TenantDb, orderNo: string, cmd: string): Promise<StoredCommand[]> {
  const rows = await stored(db)
    .where('order_no', '=', orderNo)
    .where('cmd', '=', cmd)
    .where('state', 'in', [...ACTIVE_COMMAND_STATES, 'timed_out'])
    .orderBy('issued_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(toStored);
}

/** Oldest first; serialised per device by the lock on its row. */
export async function lockQueuedCommands(db: TenantDb, imei: string): Promise<StoredCommand[]> {
  const rows = await stored(db)
    .where('imei', '=', imei)
    .where('state', '=', 'queued')
    .orderBy('issued_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(toStored);
}

/** Whether one of these commands is with the device now. */
export async function isAtWork(db: TenantDb, imei: string, cmds: readonly string[]): Promise<boolean> {
  if (cmds.length === 0) return false;
  const row = await db
    .selectFrom('device_command')
    .select('id')
    .where('imei', '=', imei)
    .where('cmd', 'in', cmds)
    .where('state', 'in', onWay)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasActiveCommand(db: TenantDb, imei: string, cmd: string): Promise<boolean> {
  const row = await db
    .selectFrom('device_command')
    .select('id')
    .where('imei', '=', imei)
    .where('cmd', '=', cmd)
    .where('state', 'in', ACTIVE_COMMAND_STATES)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A new one, which waits for its device. */
export async function insertCommand(
  db: TenantDb,
  command: StoredCommand & { reason: string; requestedBy: string; requestedByName: string },
): Promise<void> {
  await db
    .insertInto('device_command')
    .values({
      id: command.id,
      imei: command.imei,
      kind: command.kind,
      cmd: command.cmd,
      args: JSON.stringify(command.args),
      state: command.state,
      order_no: command.orderNo,
      reason: command.reason,
      requested_by: command.requestedBy,
      requested_by_name: command.requestedByName,
      issued_at: command.issuedAt,
      ttl_seconds: command.ttlSeconds,
      due_at: expiryOf(command),
    })
    .execute();
}

/** Asks for something else, of a locked command that has not left yet. */
export async function changeQueuedCommand(db: TenantDb, id: string, args: unknown): Promise<void> {
  await db
    .updateTable('device_command')
    .set({ args: JSON.stringify(args) })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

export interface CommandOutcome {
  readonly code?: string | null;
  readonly text?: string | null;
  readonly data?: unknown;
  readonly progress?: unknown;
}

/** Writes what the state machine decided, with the next moment to look at it. */
export async function updateCommand(
  db: TenantDb,
  id: string,
  next: TimedCommand,
  now: Date,
  outcome: CommandOutcome = {},
): Promise<void> {
  const finished = !isActiveCommand(next.state);
  await db
    .updateTable('device_command')
    .set({
      state: next.state,
      attempts: next.attempts,
      sent_at: next.sentAt,
      late: next.late,
      due_at: commandDueAt(next),
      ...(next.state === 'accepted' ? { accepted_at: now } : {}),
      // a result shows that it was accepted, too
      ...(next.state === 'running' || next.state === 'succeeded'
        ? { accepted_at: sql<Date>`coalesce(accepted_at, ${now})` }
        : {}),
      ...(finished ? { finished_at: now } : {}),
      ...(outcome.code === undefined ? {} : { result_code: outcome.code }),
      ...(outcome.text === undefined ? {} : { result_text: outcome.text }),
      ...(outcome.data === undefined ? {} : { result_data: JSON.stringify(outcome.data) }),
      ...(outcome.progress === undefined ? {} : { progress: JSON.stringify(outcome.progress) }),
    })
    .where('id', '=', id)
    .execute();
}

/** Their turn has not come: their time to live counts from later on. All in one statement, for a queue may be long. */
export async function postponeCommands(
  db: TenantDb,
  ids: readonly string[],
  { now, lookSeconds, expirySeconds }: { now: Date; lookSeconds: number; expirySeconds: number },
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('device_command')
    .set({
      ttl_seconds: sql<number>`ceil(extract(epoch from ${now}::timestamptz - issued_at))::integer + ${expirySeconds}::integer`,
      due_at: new Date(now.getTime() + lookSeconds * 1000),
    })
    .where('id', 'in', [...ids])
    .execute();
}

export async function lookAgainLater(db: TenantDb, id: string, dueAt: Date): Promise<void> {
  await db.updateTable('device_command').set({ due_at: dueAt }).where('id', '=', id).execute();
}

/** The broker did not take it: as if it had not been sent, unless somebody else has moved it since. */
export async function putBackInQueue(db: TenantDb, command: StoredCommand): Promise<void> {
  await db
    .updateTable('device_command')
    .set({ state: 'queued', sent_at: null, attempts: command.attempts, due_at: expiryOf(command) })
    .where('id', '=', command.id)
    .where('state', '=', 'sent')
    .where('attempts', '=', command.attempts + 1)
    .execute();
}
