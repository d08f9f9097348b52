import { type Selectable, type SqlBool, sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';
import { ALARM_LIST } from '../contract/addresses.ts';
import { type AlarmType, alarms, type Severity } from '../contract/alarms.ts';
import { alarmJobs } from '../contract/jobs.ts';
import { alarmNotice } from '../contract/notices.ts';
import { ALARM_WORDS } from './alarm-words.ts';

export type AlarmRow = Selectable<Tables['alarm']>;

/** The robot that an alarm is about, or whose terminal it is. */
export interface AlarmRobot {
  readonly id: string;
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

/** A matter that comes back within this time goes on: one alarm, and no second first message. */
const SAME_WITHIN_MS = 10 * 60_000;
/** Those who were called learn that it is over when it has stayed so. */
const CLEAR_AFTER_MS = 2 * 60_000;
/** What comes at the same time goes into the same message. */
const GATHER_MS = 2_000;
/** An alarm that goes on is not written at each look. */
const SEEN_EVERY_MS = 5 * 60_000;
/** Other notices tell of these already. */
const TOLD_ELSEWHERE: ReadonlySet<AlarmType> = new Set(['heartbeat', 'sub_device_fault']);

export async function addStep(
  tx: Transaction,
  alarmId: string,
  kind: string,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const actor = tx.actor.kind === 'staff' ? tx.actor.name : '';
  const row = { id: newId(), alarm_id: alarmId, at: tx.now(), kind, actor, detail: JSON.stringify(detail) };
  await tx.db.insertInto('alarm_step').values(row).execute();
}

export const findActive = (db: TenantDb, robotIds: readonly string[]): Promise<AlarmRow[]> =>
  db
    .selectFrom('alarm')
    .selectAll()
    .where('robot_id', 'in', [...robotIds])
    .where('state', '!=', 'cleared')
    .execute();

/** Raises an alarm, goes on with the one that is active, or opens again the one that was over a moment ago. */
export async function raiseAlarm(
  tx: Transaction,
  robot: AlarmRobot,
  raised: Raised,
  active: AlarmRow | undefined,
): Promise<void> {
  const now = tx.now();
  if (active) return goOn(tx, robot, raised, active);
  const { type, subKey, severity, value, valueZh } = raised;
  const said = { severity, value, value_zh: valueZh, last_seen_at: now, silent: robot.silent };
  const before = raised.isEvent ? undefined : await findJustOver(tx, robot, raised);
  const id = before?.id ?? newId();
  if (before) {
    await tx.db
      .updateTable('alarm')
      .set({
        ...{ ...said, state: before.acknowledged_at ? 'acknowledged' : 'open', count: before.count + 1 },
        ...{ cleared_at: null, cleared_why: '', clear_due_at: null },
      })
      .where('id', '=', id)
      .execute();
  } else {
    const added = await tx.db
      .insertInto('alarm')
      .values({
        ...{ ...said, id, type, sub_key: subKey, raised_at: now },
        ...{ spot_id: robot.spotId, robot_id: robot.id, device_imei: robot.imei, device_name: robot.name },
      })
      // another look was quicker
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'robot_id', 'type', 'sub_key'])
          .where(sql<SqlBool>`state <> 'cleared'`)
          .doNothing(),
      )
      .returning('id')
      .executeTakeFirst();
    if (!added) return;
  }
  await addStep(tx, id, before ? 'again' : 'raised', { severity, value, valueZh, silent: robot.silent });
  await callSoon(tx);
  await show(tx, id, robot.spotId);
  if (TOLD_ELSEWHERE.has(type) || severity === 'minor' || robot.silent) return;
  await notify(tx, alarmNotice, {
    to: { permission: alarms.permission('view'), spotId: robot.spotId },
    params: {
      name: robot.name,
      alarm: ALARM_WORDS['en-US'](type, value),
      alarmZh: ALARM_WORDS['zh-CN'](type, valueZh),
    },
    path: `${ALARM_LIST}?id=${id}`,
    key: noticeKey(id),
  });
}

function findJustOver(tx: Transaction, robot: AlarmRobot, { type, subKey }: Raised) {
  return tx.db
    .selectFrom('alarm')
    .select(['id', 'acknowledged_at', 'count'])
    .where('robot_id', '=', robot.id)
    .where('type', '=', type)
    .where('sub_key', '=', subKey)
    .where('spot_id', '=', robot.spotId)
    .where('state', '=', 'cleared')
    .where('cleared_at', '>', new Date(tx.now().getTime() - SAME_WITHIN_MS))
    .orderBy('cleared_at', 'desc')
    .executeTakeFirst();
}

async function goOn(tx: Transaction, robot: AlarmRobot, raised: Raised, active: AlarmRow): Promise<void> {
  const now = tx.now();
  const { severity, value, valueZh, isEvent = false } = raised;
  const isWorse = severity !== active.severity;
  const isOther = isWorse || value !== active.value || robot.silent !== active.silent;
  if (!isOther && !isEvent && now.getTime() - active.last_seen_at.getTime() < SEEN_EVERY_MS) return;
  await tx.db
    .updateTable('alarm')
    .set({
      ...{ severity, value, value_zh: valueZh, last_seen_at: now, silent: robot.silent },
      count: active.count + (isEvent ? 1 : 0),
    })
    .where('id', '=', active.id)
    .execute();
  if (isWorse) await addStep(tx, active.id, 'severity', { severity, value, valueZh });
  if (active.silent && !robot.silent) await callSoon(tx);
  if (isOther || isEvent) await show(tx, active.id, active.spot_id);
}

/** It is over; `why` is a word of the slice's texts. */
export async function clearAlarm(tx: Transaction, alarm: AlarmRow, why: string): Promise<void> {
  const now = tx.now();
  const hasCalled = callsOf(alarm).length > 0;
  const changed = await tx.db
    .updateTable('alarm')
    .set({
      ...{ state: 'cleared', cleared_at: now, cleared_why: why, last_seen_at: now, snoozed_until: null },
      clear_due_at: hasCalled ? new Date(now.getTime() + CLEAR_AFTER_MS) : null,
    })
    .where('id', '=', alarm.id)
    .where('state', '!=', 'cleared')
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return;
  await addStep(tx, alarm.id, 'cleared', { why });
  await settleNotice(tx, noticeKey(alarm.id));
  await show(tx, alarm.id, alarm.spot_id);
}

const noticeKey = (id: string): string => `alarm/${id}`;

/** `call` of the call job: who was called, when first and when last. */
export interface KeptCall {
  readonly key: string;
  readonly firstAt: string;
  readonly lastAt: string;
}
export const callsOf = (alarm: Pick<AlarmRow, 'calls'>): readonly KeptCall[] => alarm.calls as KeptCall[];

/** Many alarms of one cause make one message: the call waits a moment for the others. */
export const callSoon = (tx: Transaction): Promise<void> =>
  tx.enqueue(
    alarmJobs.call,
    {},
    { key: `alarms/${tx.tenantId}`, startAfter: new Date(tx.now().getTime() + GATHER_MS) },
  );

export const show = (tx: Transaction, id: string, spotId: string): Promise<void> =>
  tx.live({ kind: 'alarm', id, spotId, permission: alarms.permission('view') });
