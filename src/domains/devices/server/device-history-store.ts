import { sql } from 'kysely';
import type { DeviceCommand } from '#domains/devices/contract/commands.ts';
import type { DeviceEvent, PresenceChange } from '#domains/devices/contract/device.ts';
import type { LogPlace } from '#domains/devices/rules/log-place.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';

const COMMAND = [
  'id',
  'imei',
  'cmd',
  'args',
  'state',
  'order_no',
  'reason',
  'requested_by_name',
  'issued_at',
  'ttl_seconds',
  'attempts',
  'sent_at',
  'accepted_at',
  'finished_at',
  'progress',
  'result_code',
  'result_text',
  'result_data',
  'late',
] as const;

const commands = (db: TenantDb) => db.selectFrom('device_command').select(COMMAND);

function toCommand(row: Awaited<ReturnType<ReturnType<typeof commands>['executeTakeFirstOrThrow']>>): DeviceCommand {
  return {
    id: row.id,
    imei: row.imei,
    cmd: row.cmd,
    args: row.args as DeviceCommand['args'],
    state: row.state as DeviceCommand['state'],
    orderNo: row.order_no,
    reason: row.reason,
    requestedByName: row.requested_by_name,
    issuedAt: row.issued_at.toISOString(),
    ttlSeconds: row.ttl_seconds,
    attempts: row.attempts,
    sentAt: row.sent_at?.toISOString() ?? null,
    acceptedAt: row.accepted_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    progress: row.progress as DeviceCommand['progress'],
    resultCode: row.result_code,
    resultText: row.result_text,
    resultData: row.result_data as DeviceCommand['resultData'],
    late: row.late,
  };
}

export async function getCommand(db: TenantDb, id: string): Promise<DeviceCommand> {
  return toCommand(await commands(db).where('id', '=', id).executeTakeFirstOrThrow());
}

export async function findCommands(
  db: TenantDb,
  imei: string,
  page: { pageNo: number; pageSize: number },
): Promise<{ records: DeviceCommand[]; total: number }> {
  const { total } = await db
    .selectFrom('device_command')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('imei', '=', imei)
    .executeTakeFirstOrThrow();
  const rows = await commands(db)
    .where('imei', '=', imei)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.pageSize)
    .offset((page.pageNo - 1) * page.pageSize)
    .execute();
  return { records: rows.map(toCommand), total: Number(total) };
}

/** Commands without a result, by IMEI. */
export async function countOpenCommands(db: TenantDb, imeis: readonly string[]): Promise<Map<string, number>> {
  if (imeis.length === 0) return new Map();
  const rows = await db
    .selectFrom('device_command')
    .select(['imei', ({ fn }) => fn.countAll<number>().as('count')])
    .where('imei', 'in', [...imeis])
    .where('state', 'in', ['queued', 'sent', 'accepted', 'running'])
    .groupBy('imei')
    .execute();
  return new Map(rows.map((row) => [row.imei, Number(row.count)]));
}

export interface EventFilter {
  readonly kind?: string | undefined;
  readonly from: Date;
  readonly to: Date;
}

const events = (db: TenantDb, imei: string) => db.selectFrom('device_event').where('imei', '=', imei);

export async function findEvents(
  db: TenantDb,
  imei: string,
  filter: EventFilter,
  page: { pageNo: number; pageSize: number },
): Promise<{ records: DeviceEvent[]; total: number }> {
  let matching = events(db, imei).where('received_at', '>=', filter.from).where('received_at', '<', filter.to);
  if (filter.kind) matching = matching.where('kind', '=', filter.kind);
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await newestFirst(matching)
    .limit(page.pageSize)
    .offset((page.pageNo - 1) * page.pageSize)
    .execute();
  return { records: rows.map(toEvent), total: Number(total) };
}

/** At most `limit` events older than a place, newest first; as cheap at the end of a long log as at its beginning. */
export async function sliceEvents(
  db: TenantDb,
  imei: string,
  filter: EventFilter & { before?: LogPlace | undefined },
  limit: number,
): Promise<{ records: DeviceEvent[]; next: LogPlace | undefined }> {
  const { before } = filter;
  let matching = events(db, imei).where('received_at', '>=', filter.from).where('received_at', '<', filter.to);
  if (filter.kind) matching = matching.where('kind', '=', filter.kind);
  if (before) {
    // The first condition is what the index can follow, the second one separates what came in the same millisecond.
    matching = matching
      .where('received_at', '<=', before.receivedAt)
      .where(sql<boolean>`(received_at, session, seq) < (${before.receivedAt}, ${before.session}, ${before.seq})`);
  }
  const rows = await newestFirst(matching)
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    records: shown.map(toEvent),
    next:
      rows.length > limit && last
        ? { receivedAt: last.received_at, session: last.session, seq: BigInt(last.seq) }
        : undefined,
  };
}

const newestFirst = (matching: ReturnType<typeof events>) =>
  matching
    .select(['session', 'seq', 'kind', 'data', 'device_at', 'received_at', 'ignored', 'confirmed', 'clock_skewed'])
    .orderBy('received_at', 'desc')
    .orderBy('session', 'desc')
    .orderBy('seq', 'desc');

function toEvent(row: Awaited<ReturnType<ReturnType<typeof newestFirst>['executeTakeFirstOrThrow']>>): DeviceEvent {
  return {
    id: `${row.session}:${row.seq}`,
    kind: row.kind,
    data: row.data as DeviceEvent['data'],
    deviceAt: row.device_at.toISOString(),
    receivedAt: row.received_at.toISOString(),
    ignored: row.ignored,
    confirmed: row.confirmed,
    clockSkewed: row.clock_skewed,
  };
}

/** Newest first. */
export async function findPresenceChanges(db: TenantDb, imei: string, limit: number): Promise<PresenceChange[]> {
  const rows = await db
    .selectFrom('device_presence_change')
    .select(['online', 'at', 'reason'])
    .where('imei', '=', imei)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    online: row.online,
    at: row.at.toISOString(),
    reason: row.reason as PresenceChange['reason'],
  }));
}

/** Oldest first, with the last one before the period, for the share of time online. */
export async function findPresenceSince(
  db: TenantDb,
  imei: string,
  from: Date,
): Promise<{ online: boolean; at: Date }[]> {
  const { rows } = await sql<{ online: boolean; at: Date }>`
    (select online, at, id from device_presence_change
      where tenant_id = ${THIS_TENANT} and imei = ${imei} and at < ${from}
      order by at desc, id desc limit 1)
    union all
    (select online, at, id from device_presence_change
      where tenant_id = ${THIS_TENANT} and imei = ${imei} and at >= ${from}
      order by at desc, id desc limit 1000)
    order by at, id`.execute(db);
  return rows;
}

/** When a device came or went, and why. */
export interface PresenceTurn {
  readonly online: boolean;
  readonly at: Date;
  readonly reason: PresenceChange['reason'];
}

/** The same for many devices within a time, by IMEI: the newest change before it, and all within. */
export async function findPresenceOf(
  db: TenantDb,
  imeis: readonly string[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ReadonlyMap<string, PresenceTurn[]>> {
  const { rows } = await sql<PresenceTurn & { imei: string }>`
    select asked.imei, change.online, change.at, change.reason
      from unnest(${[...imeis]}::text[]) as asked (imei)
     cross join lateral (
       (select online, at, reason, id from device_presence_change
         where tenant_id = ${THIS_TENANT} and imei = asked.imei and at < ${from}::timestamptz
         order by at desc, id desc limit 1)
       union all
       (select online, at, reason, id from device_presence_change
         where tenant_id = ${THIS_TENANT} and imei = asked.imei
           and at >= ${from}::timestamptz and at < ${to}::timestamptz)
     ) as change
     order by asked.imei, change.at, change.id`.execute(db);
  return Map.groupBy(rows, ({ imei }) => imei);
}

interface ReportPlace {
  readonly imei: string;
  readonly session: string;
  readonly seq: number;
}

/** A report that changed nothing: an older word than the last applied one, or what another report has said before. */
export const ignoreReport = (db: TenantDb, report: ReportPlace, { isConfirmed = false } = {}): Promise<void> =>
  markReport(db, report, { ignored: true, confirmed: isConfirmed });

/** One that was said too soon to change anything counts after all. */
export const heedReport = (db: TenantDb, report: ReportPlace): Promise<void> =>
  markReport(db, report, { ignored: false });

async function markReport(
  db: TenantDb,
  { imei, session, seq }: ReportPlace,
  marks: { readonly ignored: boolean; readonly confirmed?: boolean },
): Promise<void> {
  await db
    .updateTable('device_event')
    .set(marks)
    .where('imei', '=', imei)
    .where('session', '=', session)
    .where('seq', '=', seq)
    .execute();
}
