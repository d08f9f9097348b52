import { type Selectable, type SqlBool, sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { notify, settleNotices } from '#system/notices/server/index.ts';
import { alarmPage } from '../contract/addresses.ts';
import { type AlarmType, alarms, type Severity } from '../contract/alarms.ts';
import { alarmJobs } from '../contract/jobs.ts';
import { alarmNotice, unreachedNotice } from '../contract/notices.ts';
import { dampingOf, LONGEST_SAME_MS } from '../rules/damping.ts';
import { ALARM_WORDS } from './alarm-words.ts';

export type AlarmRow = Selectable<Tables['alarm']>;

/** What an alarm is about: a robot (or the terminal beside it), a cabinet, or a spot. */
export interface AlarmSource {
  readonly kind: 'robot' | 'cabinet' | 'spot';
  readonly id: string;
  /** Empty for a spot. */
  readonly imei: string;
  readonly name: string;
  readonly spotId: string;
  /** Its spot is suspended, or it is in maintenance. */
  readonly silent: boolean;
}

export interface Raised {
  readonly type: AlarmType;
  readonly subKey: string;
  readonly severity: Severity;
  readonly value: string;
  readonly valueZh: string;
  /** How often it happened, where a state only goes on. */
  readonly events?: number;
}

/** What comes at the same time goes into the same message. */
const GATHER_MS = 2_000;
/** An alarm that goes on is not written at each look. */
const SEEN_EVERY_MS = 5 * 60_000;
/** Other notices tell of these already. */
const TOLD_ELSEWHERE: ReadonlySet<AlarmType> = new Set([
  'heartbeat',
  'sub_device_fault',
  'maintenance',
  'missing_unit',
]);

interface NewStep {
  readonly alarmId: string;
  readonly kind: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

export async function addSteps(tx: Transaction, steps: readonly NewStep[]): Promise<void> {
  // one moment for all: those of one message are counted by it
  const at = tx.now();
  const actor = tx.actor.kind === 'staff' ? tx.actor.name : '';
  const rows = steps.map(({ alarmId, kind, detail = {} }) => ({
    ...{ id: newId(), alarm_id: alarmId, at, kind, actor, detail: JSON.stringify(detail) },
  }));
  await tx.db.insertInto('alarm_step').values(rows).execute();
}

export const addStep = (tx: Transaction, alarmId: string, kind: string, detail?: NewStep['detail']): Promise<void> =>
  addSteps(tx, [{ alarmId, kind, ...(detail && { detail }) }]);

/** Of robots, cabinets or spots. */
export const findActive = (db: TenantDb, sourceIds: readonly string[]): Promise<AlarmRow[]> =>
  db
    .selectFrom('alarm')
    .selectAll()
    .where('source_id', 'in', [...sourceIds])
    .where('state', '!=', 'cleared')
    .execute();

/** One thing to raise: of what, what is wrong, and the alarm that is active about it. */
export interface ToRaise {
  readonly source: AlarmSource;
  readonly raised: Raised;
  readonly active: AlarmRow | undefined;
}

export const raiseAlarm = (
  tx: Transaction,
  source: AlarmSource,
  raised: Raised,
  active: AlarmRow | undefined,
): Promise<void> => raiseAlarms(tx, [{ source, raised, active }]);

/** Raises alarms, goes on with those that are active, or opens again those that were over a moment ago. */
export async function raiseAlarms(tx: Transaction, all: readonly ToRaise[]): Promise<void> {
  for (const { source, raised, active } of all) if (active) await updateActive(tx, source, raised, active);
  const fresh = [
    ...new Map(all.filter(({ active }) => !active).map((one) => [keyOf(one.source.id, one.raised), one])).values(),
  ];
  if (fresh.length === 0) return;
  const justOver = await findJustOver(tx, fresh);
  const again: AlarmAgain[] = [];
  const added: NewAlarm[] = [];
  for (const { source, raised } of fresh) {
    const before = raised.events ? undefined : justOver.get(keyOf(source.id, raised));
    if (before)
      again.push({ id: before.id, source, raised, wasToldOver: callsOf(before).some(({ overAt }) => overAt) });
    else added.push({ id: newId(), source, raised });
  }
  await openAgain(tx, again);
  const inserted = await insertAlarms(tx, added);
  const raisedNow = [
    ...again.map((one) => ({ ...one, kind: 'again' })),
    ...added.filter(({ id }) => inserted.has(id)).map((one) => ({ ...one, kind: 'raised' })),
  ];
  if (raisedNow.length === 0) return;
  await addSteps(
    tx,
    raisedNow.map(({ id, kind, source, raised: { severity, value, valueZh } }) => ({
      ...{ alarmId: id, kind, detail: { severity, value, valueZh, silent: source.silent } },
    })),
  );
  await callSoon(tx);
  for (const { id, source, raised } of raisedNow) {
    await show(tx, id, source.spotId);
    await notifyStaff(tx, id, source, raised);
  }
}

interface NewAlarm {
  readonly id: string;
  readonly source: AlarmSource;
  readonly raised: Raised;
}

interface AlarmAgain extends NewAlarm {
  /** Somebody has heard that it was over. */
  readonly wasToldOver: boolean;
}

const keyOf = (sourceId: string, { type, subKey }: Pick<Raised, 'type' | 'subKey'>): string =>
  `${sourceId} ${type} ${subKey}`;

/** The last one of each that has been over for so short a time that it is the same one still. */
async function findJustOver(
  tx: Transaction,
  fresh: readonly ToRaise[],
): Promise<ReadonlyMap<string, Pick<AlarmRow, 'id' | 'calls'>>> {
  const now = tx.now().getTime();
  const rows = await tx.db
    .selectFrom('alarm')
    .select(['id', 'source_id', 'spot_id', 'type', 'sub_key', 'count', 'cleared_at', 'calls'])
    .where(sql<boolean>`source_id = any(${[...new Set(fresh.map(({ source }) => source.id))]}::uuid[])`)
    .where('state', '=', 'cleared')
    .where('cleared_at', '>', new Date(now - LONGEST_SAME_MS))
    .orderBy('cleared_at')
    .execute();
  const spotOf = new Map(fresh.map(({ source }) => [source.id, source.spotId]));
  const last = new Map(
    rows
      .filter((row) => row.spot_id === spotOf.get(row.source_id ?? ''))
      .map((row) => [keyOf(row.source_id ?? '', { type: row.type as AlarmType, subKey: row.sub_key }), row]),
  );
  return new Map(
    [...last].filter(
      ([, { cleared_at, count }]) => cleared_at && now - cleared_at.getTime() < dampingOf(count).sameWithinMs,
    ),
  );
}

/** Who looks after it goes on, and so does a snooze; once somebody was told that it was over it begins anew for all. */
async function openAgain(tx: Transaction, alarms: readonly AlarmAgain[]): Promise<void> {
  if (alarms.length === 0) return;
  const rows = alarms.map(({ id, source, wasToldOver, raised: { severity, value, valueZh } }) => ({
    ...{ id, severity, value, value_zh: valueZh, silent: source.silent, anew: wasToldOver },
  }));
  // whatever it was a part of before, it has a cause of its own until that is looked at
  await sql`
    update alarm set severity = n.severity, value = n.value, value_zh = n.value_zh, silent = n.silent, last_seen_at = ${tx.now()},
           state = case when acknowledged_at is null or n.anew then 'open' else 'acknowledged' end, count = count + 1,
           acknowledged_at = case when n.anew then null else acknowledged_at end,
           acknowledged_by = case when n.anew then '' else acknowledged_by end,
           acknowledged_user_id = case when n.anew then null else acknowledged_user_id end,
           cleared_at = null, cleared_why = '', clear_due_at = null, parent_id = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as n(id uuid, severity text, value text, value_zh text, silent boolean, anew boolean)
     where alarm.tenant_id = ${THIS_TENANT} and alarm.id = n.id and alarm.id = any(${alarms.map(({ id }) => id)}::uuid[])`.execute(
    tx.db,
  );
}

/** Answers the ids of those that are there now; of the others another look was quicker. */
async function insertAlarms(tx: Transaction, alarms: readonly NewAlarm[]): Promise<ReadonlySet<string>> {
  if (alarms.length === 0) return new Set();
  const now = tx.now();
  const added = await tx.db
    .insertInto('alarm')
    .values(
      alarms.map(({ id, source, raised: { type, subKey, severity, value, valueZh, events = 1 } }) => ({
        ...{ count: events, severity, value, value_zh: valueZh, last_seen_at: now, silent: source.silent },
        ...{ id, type, sub_key: subKey, raised_at: now },
        ...{ spot_id: source.spotId, robot_id: source.kind === 'robot' ? source.id : null },
        ...{ cabinet_id: source.kind === 'cabinet' ? source.id : null },
        ...{ device_imei: source.imei, device_name: source.name },
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'source_id', 'type', 'sub_key'])
        .where(sql<SqlBool>`state <> 'cleared'`)
        .doNothing(),
    )
    .returning('id')
    .execute();
  return new Set(added.map(({ id }) => id));
}

async function notifyStaff(tx: Transaction, id: string, source: AlarmSource, raised: Raised): Promise<void> {
  const { type, severity, value, valueZh } = raised;
  if (TOLD_ELSEWHERE.has(type) || severity === 'minor' || source.silent) return;
  await notify(tx, alarmNotice, {
    to: { permission: alarms.permission('view'), spotId: source.spotId },
    params: {
      name: source.name,
      alarm: ALARM_WORDS['en-US'](type, value),
      alarmZh: ALARM_WORDS['zh-CN'](type, valueZh),
    },
    path: alarmPage(id),
    key: noticeKey(id),
  });
}

async function updateActive(tx: Transaction, source: AlarmSource, raised: Raised, active: AlarmRow): Promise<void> {
  const now = tx.now();
  const { severity, value, valueZh, events = 0 } = raised;
  const severityChanged = severity !== active.severity;
  const isOther = severityChanged || value !== active.value || source.silent !== active.silent;
  if (!isOther && events === 0 && now.getTime() - active.last_seen_at.getTime() < SEEN_EVERY_MS) return;
  await tx.db
    .updateTable('alarm')
    .set({
      ...{ severity, value, value_zh: valueZh, last_seen_at: now, silent: source.silent },
      count: active.count + events,
    })
    .where('id', '=', active.id)
    .execute();
  if (severityChanged) await addStep(tx, active.id, 'severity', { severity, value, valueZh });
  if (active.silent && !source.silent) await callSoon(tx);
  if (isOther || events > 0) await show(tx, active.id, active.spot_id);
}

export interface ToClear {
  readonly alarm: AlarmRow;
  /** A word of the slice's texts. */
  readonly why: string;
}

export const clearAlarm = (tx: Transaction, alarm: AlarmRow, why: string): Promise<void> =>
  clearAlarms(tx, [{ alarm, why }]);

/** They are over. */
export async function clearAlarms(tx: Transaction, all: readonly ToClear[]): Promise<void> {
  if (all.length === 0) return;
  const now = tx.now();
  const rows = all.map(({ alarm, why }) => {
    const hasCalled = callsOf(alarm).some(({ overAt }) => overAt === undefined);
    const due = hasCalled ? new Date(now.getTime() + dampingOf(alarm.count).clearAfterMs) : null;
    return { id: alarm.id, why, due };
  });
  const changed = await sql<{ id: string }>`
    update alarm set state = 'cleared', cleared_at = ${now}, cleared_why = n.why, last_seen_at = ${now}, clear_due_at = n.due
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, why text, due timestamptz)
     where alarm.tenant_id = ${THIS_TENANT} and alarm.id = n.id and alarm.id = any(${rows.map(({ id }) => id)}::uuid[])
       and alarm.state <> 'cleared'
    returning alarm.id`.execute(tx.db);
  const ids = new Set(changed.rows.map(({ id }) => id));
  const cleared = all.filter(({ alarm }) => ids.has(alarm.id));
  if (cleared.length === 0) return;
  await addSteps(
    tx,
    cleared.map(({ alarm, why }) => ({ alarmId: alarm.id, kind: 'cleared', detail: { why } })),
  );
  await settleAlarmNotices(
    tx,
    cleared.map(({ alarm }) => alarm.id),
  );
  for (const { alarm } of cleared) await show(tx, alarm.id, alarm.spot_id);
}

/** A part is told of by the alarm that it lies under. */
export const settleAlarmNotices = (tx: Transaction, ids: readonly string[]): Promise<void> =>
  settleNotices(
    tx,
    ids.flatMap((id) => [noticeKey(id), unreachedKey(id), assignedKey(id)]),
  );

/** Somebody looks after them. */
export const settleUnreached = (tx: Transaction, ids: readonly string[]): Promise<void> =>
  settleNotices(tx, ids.map(unreachedKey));

/** Somebody else looks after them, or nobody. */
export const settleAssigned = (tx: Transaction, ids: readonly string[]): Promise<void> =>
  settleNotices(tx, ids.map(assignedKey));

const noticeKey = (id: string): string => `alarm/${id}`;
export const assignedKey = (id: string): string => `alarm-assigned/${id}`;
const unreachedKey = (id: string): string => `alarm-unreached/${id}`;

/** No message about it has arrived at anybody who may be called now: the bell of the console goes by no provider. */
export async function notifyUnreached(tx: Transaction, alarm: AlarmRow): Promise<void> {
  await notify(tx, unreachedNotice, {
    to: { permission: alarms.permission('view'), spotId: alarm.spot_id },
    params: {
      name: alarm.device_name,
      alarm: ALARM_WORDS['en-US'](alarm.type, alarm.value),
      alarmZh: ALARM_WORDS['zh-CN'](alarm.type, alarm.value_zh),
    },
    path: alarmPage(alarm.id),
    key: unreachedKey(alarm.id),
  });
}

/** `call` of the call job: who was called, when first and when last. */
export interface KeptCall {
  readonly key: string;
  readonly firstAt: string;
  readonly lastAt: string;
  /** When he was told that it was over. */
  readonly overAt?: string | undefined;
  /** No message about it has arrived at him. */
  readonly isUnreached?: boolean | undefined;
}
export const callsOf = (alarm: Pick<AlarmRow, 'calls'>): readonly KeptCall[] => alarm.calls as KeptCall[];

/** Transactions that will have somebody called. */
const asked = new WeakSet<Transaction>();

/** Many alarms of one cause make one message: the call waits a moment for the others, and is asked for once. */
export async function callSoon(tx: Transaction): Promise<void> {
  if (asked.has(tx)) return;
  asked.add(tx);
  const startAfter = new Date(tx.now().getTime() + GATHER_MS);
  await tx.enqueue(alarmJobs.call, {}, { key: `alarms/${tx.tenantId}`, startAfter });
}

export const show = (tx: Transaction, id: string, spotId: string): Promise<void> =>
  tx.live({ kind: 'alarm', id, spotId, permission: alarms.permission('view') });
