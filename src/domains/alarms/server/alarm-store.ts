import { type Selectable, type SqlBool, sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';
import { alarmPage } from '../contract/addresses.ts';
import { type AlarmType, alarms, type Severity } from '../contract/alarms.ts';
import { alarmJobs } from '../contract/jobs.ts';
import { alarmNotice } from '../contract/notices.ts';
import { dampingOf } from '../rules/damping.ts';
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
  /** It happened once more, where a state only goes on. */
  readonly isEvent?: boolean;
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
  const actor = tx.actor.kind === 'staff' ? tx.actor.name : '';
  const rows = steps.map(({ alarmId, kind, detail = {} }) => ({
    ...{ id: newId(), alarm_id: alarmId, at: tx.now(), kind, actor, detail: JSON.stringify(detail) },
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

/** Raises an alarm, goes on with the one that is active, or opens again the one that was over a moment ago. */
export async function raiseAlarm(
  tx: Transaction,
  source: AlarmSource,
  raised: Raised,
  active: AlarmRow | undefined,
): Promise<void> {
  const now = tx.now();
  if (active) return goOn(tx, source, raised, active);
  const { type, subKey, severity, value, valueZh } = raised;
  const said = { severity, value, value_zh: valueZh, last_seen_at: now, silent: source.silent };
  const before = raised.isEvent ? undefined : await findJustOver(tx, source, raised);
  const id = before?.id ?? newId();
  if (before) {
    await tx.db
      .updateTable('alarm')
      .set({
        ...{ ...said, state: before.acknowledged_at ? 'acknowledged' : 'open', count: before.count + 1 },
        // whatever it was a part of before, it has a cause of its own until that is looked at
        ...{ cleared_at: null, cleared_why: '', clear_due_at: null, parent_id: null },
      })
      .where('id', '=', id)
      .execute();
  } else {
    const added = await tx.db
      .insertInto('alarm')
      .values({
        ...{ ...said, id, type, sub_key: subKey, raised_at: now },
        ...{ spot_id: source.spotId, robot_id: source.kind === 'robot' ? source.id : null },
        ...{ cabinet_id: source.kind === 'cabinet' ? source.id : null },
        ...{ device_imei: source.imei, device_name: source.name },
      })
      // another look was quicker
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'source_id', 'type', 'sub_key'])
          .where(sql<SqlBool>`state <> 'cleared'`)
          .doNothing(),
      )
      .returning('id')
      .executeTakeFirst();
    if (!added) return;
  }
  await addStep(tx, id, before ? 'again' : 'raised', { severity, value, valueZh, silent: source.silent });
  await callSoon(tx);
  await show(tx, id, source.spotId);
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

async function findJustOver(tx: Transaction, source: AlarmSource, { type, subKey }: Raised) {
  const before = await tx.db
    .selectFrom('alarm')
    .select(['id', 'acknowledged_at', 'count', 'cleared_at'])
    .where('source_id', '=', source.id)
    .where('type', '=', type)
    .where('sub_key', '=', subKey)
    .where('spot_id', '=', source.spotId)
    .where('state', '=', 'cleared')
    .orderBy('cleared_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!before?.cleared_at) return undefined;
  const isSame = tx.now().getTime() - before.cleared_at.getTime() < dampingOf(before.count).sameWithinMs;
  return isSame ? before : undefined;
}

async function goOn(tx: Transaction, source: AlarmSource, raised: Raised, active: AlarmRow): Promise<void> {
  const now = tx.now();
  const { severity, value, valueZh, isEvent = false } = raised;
  const isWorse = severity !== active.severity;
  const isOther = isWorse || value !== active.value || source.silent !== active.silent;
  if (!isOther && !isEvent && now.getTime() - active.last_seen_at.getTime() < SEEN_EVERY_MS) return;
  await tx.db
    .updateTable('alarm')
    .set({
      ...{ severity, value, value_zh: valueZh, last_seen_at: now, silent: source.silent },
      count: active.count + (isEvent ? 1 : 0),
    })
    .where('id', '=', active.id)
    .execute();
  if (isWorse) await addStep(tx, active.id, 'severity', { severity, value, valueZh });
  if (active.silent && !source.silent) await callSoon(tx);
  if (isOther || isEvent) await show(tx, active.id, active.spot_id);
}

/** It is over; `why` is a word of the slice's texts. */
export async function clearAlarm(tx: Transaction, alarm: AlarmRow, why: string): Promise<void> {
  const now = tx.now();
  const hasCalled = callsOf(alarm).some(({ overAt }) => overAt === undefined);
  const changed = await tx.db
    .updateTable('alarm')
    .set({
      ...{ state: 'cleared', cleared_at: now, cleared_why: why, last_seen_at: now, snoozed_until: null },
      clear_due_at: hasCalled ? new Date(now.getTime() + dampingOf(alarm.count).clearAfterMs) : null,
    })
    .where('id', '=', alarm.id)
    .where('state', '!=', 'cleared')
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return;
  await addStep(tx, alarm.id, 'cleared', { why });
  await settleAlarmNotice(tx, alarm.id);
  await show(tx, alarm.id, alarm.spot_id);
}

/** A part is told of by the alarm that it lies under. */
export const settleAlarmNotice = (tx: Transaction, id: string): Promise<void> => settleNotice(tx, noticeKey(id));

const noticeKey = (id: string): string => `alarm/${id}`;

/** `call` of the call job: who was called, when first and when last. */
export interface KeptCall {
  readonly key: string;
  readonly firstAt: string;
  readonly lastAt: string;
  /** When he was told that it was over. */
  readonly overAt?: string | undefined;
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
