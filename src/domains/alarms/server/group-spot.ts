import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isTogether, type NetworkVerdict, networkVerdict } from '../rules/spot-network.ts';
import {
  type AlarmRow,
  type AlarmSource,
  addSteps,
  callSoon,
  clearAlarm,
  findActive,
  raiseAlarm,
  settleAlarmNotices,
  show,
} from './alarm-store.ts';
import { robotsValue } from './alarm-words.ts';

interface SpotRow {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly all: number;
}
interface SilentRow {
  readonly alarm_id: string;
  readonly spot_id: string;
  readonly since: Date;
  readonly parent_id: string | null;
  readonly severity: string;
  readonly silent: boolean;
}

/**
 * One cause, one alarm: robots of a spot that fall silent together lie under one alarm of the spot, which calls for all of them.
 * Their own alarms stay, with what became of each.
 */
export async function groupSpots(tx: Transaction, spotIds: readonly string[]): Promise<void> {
  if (spotIds.length === 0) return;
  const silent = Map.groupBy(await findSilent(tx, spotIds), ({ spot_id }) => spot_id);
  const active = new Map((await findActive(tx.db, spotIds)).map((alarm) => [alarm.spot_id, alarm]));
  const asked = spotIds.filter((id) => silent.has(id) || active.has(id));
  const parts = await countParts(
    tx,
    asked.flatMap((id) => active.get(id)?.id ?? []),
  );
  for (const spot of await findSpots(tx, asked)) {
    const alarm = active.get(spot.id);
    await groupSpot(tx, spot, silent.get(spot.id) ?? [], alarm && { alarm, parts: parts.get(alarm.id) ?? NO_PARTS });
  }
}

async function groupSpot(
  tx: Transaction,
  spot: SpotRow,
  rows: readonly SilentRow[],
  known: { readonly alarm: AlarmRow; readonly parts: Parts } | undefined,
): Promise<void> {
  const { alarm, parts } = known ?? {};
  const verdict: NetworkVerdict = networkVerdict(
    { all: spot.all, silentSince: rows.map(({ since }) => since) },
    parts && { parts: parts.all, silentParts: parts.active, lastBackAt: parts.lastBackAt },
    tx.now(),
  );
  if (verdict === 'none') return;
  if (alarm && verdict === 'over') return clearAlarm(tx, alarm, 'over');
  if (alarm && verdict === 'released') return release(tx, alarm, rows);
  const newest = rows.reduce((last, { since }) => (since > last ? since : last), new Date(0));
  // while it lasts, everything that falls silent there has this cause
  const together = rows.filter(({ since, parent_id }) =>
    alarm
      ? parent_id === alarm.id || since >= alarm.raised_at || isTogether(since, alarm.raised_at)
      : isTogether(since, newest),
  );
  const source: AlarmSource = {
    ...{ kind: 'spot', id: spot.id, imei: '', name: spot.name, spotId: spot.id },
    silent: spot.status === 'suspended' || (together.length > 0 && together.every((one) => one.silent)),
  };
  const severity = together.some((one) => one.severity === 'critical') ? 'critical' : 'major';
  await raiseAlarm(
    tx,
    source,
    { type: 'spot_network', subKey: '', severity, ...robotsValue(together.length, spot.all) },
    alarm,
  );
  const parent = alarm ?? (await findActive(tx.db, [spot.id])).find(({ type }) => type === 'spot_network');
  if (parent)
    await adopt(
      tx,
      parent,
      together.filter(({ parent_id }) => parent_id !== parent.id),
    );
}

async function adopt(tx: Transaction, parent: AlarmRow, rows: readonly SilentRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ alarm_id }) => alarm_id);
  await tx.db.updateTable('alarm').set({ parent_id: parent.id }).where('id', 'in', ids).execute();
  await addSteps(
    tx,
    ids.map((alarmId) => ({ alarmId, kind: 'joined', detail: { to: parent.id } })),
  );
  await settleAlarmNotices(tx, ids);
  for (const { alarm_id, spot_id } of rows) await show(tx, alarm_id, spot_id);
}

/** Most are back: those that are not have a matter of their own, and call by themselves. */
async function release(tx: Transaction, parent: AlarmRow, rows: readonly SilentRow[]): Promise<void> {
  await clearAlarm(tx, parent, 'partly');
  const left = rows.filter(({ parent_id }) => parent_id === parent.id);
  if (left.length === 0) return;
  const ids = left.map(({ alarm_id }) => alarm_id);
  await tx.db.updateTable('alarm').set({ parent_id: null }).where('id', 'in', ids).execute();
  await addSteps(
    tx,
    ids.map((alarmId) => ({ alarmId, kind: 'alone' })),
  );
  for (const { alarm_id, spot_id } of left) await show(tx, alarm_id, spot_id);
  await callSoon(tx);
}

async function findSilent(tx: Transaction, spotIds: readonly string[]): Promise<SilentRow[]> {
  const { rows } = await sql<SilentRow>`
    select alarm.id as alarm_id, alarm.spot_id, coalesce(robot.presence_changed_at, alarm.raised_at) as since, alarm.parent_id,
           alarm.severity, alarm.silent
      from alarm join robot on robot.tenant_id = alarm.tenant_id and robot.id = alarm.robot_id
     where alarm.tenant_id = ${THIS_TENANT} and alarm.spot_id = any(${[...spotIds]}::uuid[]) and alarm.type = 'heartbeat' and alarm.state <> 'cleared'
     order by alarm.id`.execute(tx.db);
  return rows.map((row) => ({ ...row, since: new Date(row.since) }));
}

async function findSpots(tx: Transaction, ids: readonly string[]): Promise<SpotRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<SpotRow>`
    select spot.id, spot.name, spot.status,
           (select count(*)::integer from robot where robot.tenant_id = ${THIS_TENANT} and robot.spot_id = spot.id
               and robot.retired_at is null and robot.last_heard_at is not null) as all
      from spot where spot.tenant_id = ${THIS_TENANT} and spot.id = any(${[...ids]}::uuid[]) order by spot.id`.execute(
    tx.db,
  );
  return rows;
}

interface Parts {
  readonly all: number;
  readonly active: number;
  readonly lastBackAt: Date | null;
}

const NO_PARTS: Parts = { all: 0, active: 0, lastBackAt: null };

/** What lies under each of these alarms. */
async function countParts(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, Parts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ parent_id: string; all: number; active: number; last_back_at: Date | null }>`
    select parent_id, count(*)::integer as all, count(*) filter (where state <> 'cleared')::integer as active,
           max(cleared_at) as last_back_at
      from alarm where tenant_id = ${THIS_TENANT} and parent_id = any(${[...ids]}::uuid[])
     group by parent_id`.execute(tx.db);
  return new Map(
    rows.map(({ parent_id, all, active, last_back_at }) => [
      parent_id,
      { all, active, lastBackAt: last_back_at ? new Date(last_back_at) : null },
    ]),
  );
}
