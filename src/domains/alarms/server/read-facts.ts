import { sql } from 'kysely';
import { findStockConditions } from '#domains/beverages/server/index.ts';
import { faultSeveritiesOf } from '#domains/hardware/server/index.ts';
import { maintenanceOf } from '#domains/maintenance/server/index.ts';
import type { Fault } from '#domains/robots/contract/messages.ts';
import { ROBOT_ALARMS, type RobotAlarms } from '#domains/robots/contract/robot-alarms.ts';
import { isAlarmOn } from '#domains/robots/rules/robot-alarms.ts';
import type { OpeningTime } from '#domains/spots/contract/opening-times.ts';
import { isOpenAt } from '#domains/spots/rules/opening-hours.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { faultKey, isTooWarm, type Lasting, type MaterialFacts, type RobotFacts } from '../rules/conditions.ts';
import type { AlarmSource } from './alarm-store.ts';
import { celsius, faultValue, maintenanceValue, plainValue, type Value } from './alarm-words.ts';

/** A robot with what is known of it, and the words for each of its conditions. */
export interface SeenRobot {
  readonly robot: AlarmSource;
  readonly facts: RobotFacts;
  valueOf(type: string, subKey: string): Value;
}

interface Row {
  readonly id: string;
  readonly imei: string;
  readonly name: string;
  readonly spot_id: string;
  readonly online: boolean;
  readonly last_heard_at: Date | null;
  readonly mode: string;
  readonly faults: Fault[];
  readonly temperatures: Readonly<Record<string, number>> | null;
  readonly telemetry_at: Date | null;
  readonly alarms: Partial<RobotAlarms>;
  readonly spot_status: string;
  readonly opening_times: OpeningTime[];
  readonly switches: Partial<RobotAlarms>;
  readonly time_zone: string;
  readonly fridge_limit_celsius: number;
}

interface Material extends MaterialFacts {
  readonly name: string;
  readonly nameZh: string;
}

const TENTHS = 10;
/** The robot's own word that its terminal cannot be reached, beside what the terminals themselves say. */
export const POS_OF_ROBOT = 'robot';

/** Robots in use at a spot; of others nothing is watched. */
export async function readFacts(tx: Transaction, robotIds: readonly string[]): Promise<SeenRobot[]> {
  const { db } = tx;
  const now = tx.now();
  const rows = await findRobots(db, robotIds);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const materials = await findMaterials(db, ids);
  const fridges = await followFridges(tx, rows);
  const lasting = await findLasting(db, ids);
  const maintenance = await maintenanceOf(db, ids);
  const fitted = await faultSeveritiesOf(db, ids);
  return rows.map((row) => {
    const held = materials.get(row.id) ?? [];
    const known = new Map(row.faults.map((fault) => [faultKey(fault), fault]));
    const temperatures = fridges.get(row.id) ?? {};
    return {
      robot: {
        ...{ kind: 'robot', id: row.id, imei: row.imei, name: row.name, spotId: row.spot_id },
        silent: row.spot_status === 'suspended' || row.mode === 'maintain',
      },
      facts: {
        isKnown: row.last_heard_at !== null,
        online: row.online,
        inBusiness: row.spot_status !== 'suspended' && isOpenAt(row.opening_times, now, row.time_zone),
        faults: row.faults,
        fitted: fitted.get(row.id) ?? new Map(),
        materials: held,
        fridgeLimitTenths: row.fridge_limit_celsius * TENTHS,
        lasting: lasting.get(row.id) ?? [],
        maintenanceInDays: maintenance.get(row.id)?.countdownDays ?? null,
        isOn: (alarm) => isAlarmOn(alarm, row.switches, row.alarms),
      },
      valueOf: (type, subKey) => {
        const fault = type === 'sub_device_fault' ? known.get(subKey) : undefined;
        if (fault) return faultValue(fault);
        const material = held.find(({ code }) => code === subKey);
        if (material) return { value: material.name, valueZh: material.nameZh || material.name };
        if (type === 'maintenance') return maintenanceValue(maintenance.get(row.id)?.countdownDays ?? 0);
        if (type === 'fridge_temperature') return plainValue(celsius(temperatures[subKey] ?? 0));
        return plainValue(type === 'pos_network' && subKey !== POS_OF_ROBOT ? subKey : '');
      },
    };
  });
}

async function findRobots(db: TenantDb, robotIds: readonly string[]): Promise<Row[]> {
  const switches = ROBOT_ALARMS.map(
    (alarm) => sql`${sql.lit(alarm)}, ${sql.ref(`spot.${alarm.replaceAll(/[A-Z]/g, (up) => `_${up.toLowerCase()}`)}`)}`,
  );
  const { rows } = await sql<Row>`
    select robot.id, robot.imei, robot.name, robot.spot_id, robot.online, robot.last_heard_at, robot.mode, robot.faults,
           robot.telemetry->'temperatures' as temperatures, robot.telemetry_at, robot.alarms,
           spot.status as spot_status, spot.opening_times, jsonb_build_object(${sql.join(switches)}) as switches,
           tenant.time_zone, coalesce(robot.fridge_limit_celsius, tenant.fridge_limit_celsius) as fridge_limit_celsius
      from robot
      join spot on spot.tenant_id = robot.tenant_id and spot.id = robot.spot_id
      join tenant on tenant.tenant_id = robot.tenant_id
     where robot.tenant_id = ${THIS_TENANT} and robot.id = any(${[...robotIds]}::uuid[]) and robot.retired_at is null
     order by robot.id`.execute(db);
  return rows;
}

async function findMaterials(db: TenantDb, ids: readonly string[]): Promise<ReadonlyMap<string, Material[]>> {
  const stock = await findStockConditions(db, ids, 'en-US');
  const rows = await db
    .selectFrom('robot_material as held')
    .innerJoin('material', 'material.id', 'held.material_id')
    .select(['held.robot_id', 'held.material_id', 'held.level', 'held.low_mark', 'held.capacity'])
    .select(['material.code', 'material.name', 'material.name_zh'])
    .where('held.robot_id', 'in', [...ids])
    .execute();
  const missingOf = new Map([...stock].map(([id, { missingIds }]) => [id, new Set(missingIds)]));
  const found = rows.map((row) => ({
    robotId: row.robot_id,
    material: {
      ...{ code: row.code, name: row.name, nameZh: row.name_zh, level: row.level, lowMark: row.low_mark },
      ...{ capacity: row.capacity, isMissing: missingOf.get(row.robot_id)?.has(row.material_id) ?? false },
    },
  }));
  return new Map(
    [...Map.groupBy(found, ({ robotId }) => robotId)].map(([id, list]) => [id, list.map(({ material }) => material)]),
  );
}

/** Notes since when a fridge is too warm, or cold enough again; answers the temperatures of the fridges by robot and part. */
async function followFridges(
  tx: Transaction,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>> {
  const found = new Map<string, Record<string, number>>();
  const noted: Noted[] = [];
  for (const { id, temperatures, telemetry_at, fridge_limit_celsius } of rows) {
    const fridges = Object.fromEntries(
      Object.entries(temperatures ?? {}).filter(([part]) => part.startsWith('fridge')),
    );
    found.set(id, fridges);
    for (const [part, tenths] of Object.entries(fridges)) {
      const isBad = isTooWarm(tenths, fridge_limit_celsius * TENTHS);
      const since = telemetry_at ?? tx.now();
      if (isBad !== undefined) noted.push({ robotId: id, type: 'fridge_temperature', subKey: part, isBad, since });
    }
  }
  await noteLasting(tx, noted);
  return found;
}

interface Noted extends Lasting {
  readonly robotId: string;
}

/** What was so before keeps its time; of two words about the same the later one counts. */
export async function noteLasting(tx: Transaction, noted: readonly Noted[]): Promise<void> {
  if (noted.length === 0) return;
  const keyOf = ({ robotId, type, subKey }: Readonly<Record<'robotId' | 'type' | 'subKey', string>>): string =>
    `${robotId} ${type} ${subKey}`;
  const known = new Map(
    (
      await tx.db
        .selectFrom('alarm_watch')
        .select(['robot_id as robotId', 'type', 'sub_key as subKey', 'is_bad'])
        .where(sql<boolean>`robot_id = any(${[...new Set(noted.map(({ robotId }) => robotId))]}::uuid[])`)
        .execute()
    ).map((row) => [keyOf(row), row.is_bad]),
  );
  const latest = new Map(noted.map((one) => [keyOf(one), one]));
  const news = [...latest].filter(([key, { isBad }]) => known.get(key) !== isBad).map(([, one]) => one);
  if (news.length === 0) return;
  await tx.db
    .insertInto('alarm_watch')
    .values(
      news.map(({ robotId, type, subKey, isBad, since }) => ({
        ...{ robot_id: robotId, type, sub_key: subKey, is_bad: isBad, since },
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'robot_id', 'type', 'sub_key'])
        .doUpdateSet((of) => ({ is_bad: of.ref('excluded.is_bad'), since: of.ref('excluded.since') }))
        .whereRef('alarm_watch.is_bad', '!=', 'excluded.is_bad'),
    )
    .execute();
}

/** What was noted, and the terminals beside the robots as they are reached themselves. */
async function findLasting(db: TenantDb, ids: readonly string[]): Promise<ReadonlyMap<string, Lasting[]>> {
  const { rows } = await sql<{
    robot_id: string;
    type: Lasting['type'];
    sub_key: string;
    is_bad: boolean;
    since: Date;
  }>`
    select robot_id, type, sub_key, is_bad, since from alarm_watch where tenant_id = ${THIS_TENANT} and robot_id = any(${[...ids]}::uuid[])
    union all
    select robot_id, 'pos_network', name, not online, presence_changed_at from pos_terminal
     where tenant_id = ${THIS_TENANT} and robot_id = any(${[...ids]}::uuid[]) and last_heard_at is not null and presence_changed_at is not null`.execute(
    db,
  );
  const found = rows.map((row) => ({
    robotId: row.robot_id,
    lasting: { type: row.type, subKey: row.sub_key, isBad: row.is_bad, since: new Date(row.since) },
  }));
  return new Map(
    [...Map.groupBy(found, ({ robotId }) => robotId)].map(([id, list]) => [id, list.map(({ lasting }) => lasting)]),
  );
}
