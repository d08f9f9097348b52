import { findForecasts } from '#domains/beverages/server/index.ts';
import { type RobotRow, robotSight, robotsInPortions } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { ClockRequest, ClockRobot, Fill, RefillRun, RunMaterial, RunStop } from '../contract/endpoints.ts';
import { isDue, soonest } from '../rules/run.ts';
import {
  findJustCancelled,
  findOpenRuns,
  findRun,
  OPEN_STATES,
  type StoredRun,
  type StoredStop,
  stopsOf,
} from './run-store.ts';

/** What one answer holds: the most urgent after those of the answer before. */
const PAGE = 500;
const MOST_RUNS = 20;

/**
 * When each robot that the caller sees runs out of what, the most urgent first. How urgent a robot is stands in no column: all of
 * them are looked at in portions, and no more are held than an answer has, however many there are.
 */
export function readClock(
  context: RequestContext,
  { hours, after }: ClockRequest,
): Promise<{ robots: ClockRobot[]; next: string | null }> {
  return context.read(async (db) => {
    const last = after === undefined ? undefined : placeOf(after);
    let robots: ClockRobot[] = [];
    for await (const rows of robotsInPortions(db, robotSight(context.actor))) {
      const clocks = await clocksOf(db, rows, { hours, now: context.now() });
      const later = last ? clocks.filter((robot) => inTurn(last, turnOf(robot)) < 0) : clocks;
      // one more than is answered says whether there is a next page
      robots = [...robots, ...later].sort((one, other) => inTurn(turnOf(one), turnOf(other))).slice(0, PAGE + 1);
    }
    const page = robots.slice(0, PAGE);
    const end = page.at(-1);
    return { robots: page, next: robots.length > PAGE && end ? nextOf(turnOf(end)) : null };
  });
}

interface Turn {
  readonly urgency: number;
  readonly robotId: string;
}

const turnOf = (robot: ClockRobot): Turn => ({ urgency: urgency(robot), robotId: robot.robotId });

const inTurn = (one: Turn, other: Turn): number =>
  one.urgency - other.urgency || (one.robotId < other.robotId ? -1 : one.robotId > other.robotId ? 1 : 0);

const nextOf = ({ urgency, robotId }: Turn): string => `${urgency}~${robotId}`;

function placeOf(next: string): Turn {
  const [urgency = '', robotId = ''] = next.split('~');
  return { urgency: Number(urgency), robotId };
}

async function clocksOf(
  db: TenantDb,
  rows: readonly RobotRow[],
  { hours, now }: { readonly hours: number | undefined; readonly now: Date },
): Promise<readonly ClockRobot[]> {
  const ids = rows.map(({ id }) => id);
  const [places, materials, runs] = [await placesOf(db, ids), await materialsOf(db, ids, now), await runOf(db, ids)];
  return rows.flatMap(({ id, imei, name }): ClockRobot[] => {
    const held = materials.get(id) ?? [];
    if (held.length === 0 || (hours !== undefined && !isDue(held, hours))) return [];
    const place = places.get(id) ?? NOWHERE;
    return [
      {
        ...{ robotId: id, imei, name, ...place, materials: held },
        ...{ hoursToEmpty: soonest(held), runName: runs.get(id) ?? null },
      },
    ];
  });
}

/** Hours; what is low without a forecast comes after what has one of a day. */
const urgency = ({ hoursToEmpty, materials }: ClockRobot): number =>
  Math.min(hoursToEmpty ?? Infinity, isDue(materials, 0) ? 24 : 10_000);

type Place = Pick<RunStop, 'spotId' | 'spotName' | 'spotNameZh' | 'address' | 'latitude' | 'longitude'>;
const NOWHERE: Place = { spotId: null, spotName: '', spotNameZh: '', address: '', latitude: null, longitude: null };

async function placesOf(db: TenantDb, robotIds: readonly string[]): Promise<ReadonlyMap<string, Place>> {
  if (robotIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('robot')
    .innerJoin('spot', 'spot.id', 'robot.spot_id')
    .select(['robot.id', 'robot.spot_id', 'spot.name', 'spot.name_zh', 'spot.address'])
    .select(['spot.latitude', 'spot.longitude'])
    .where('robot.id', 'in', [...robotIds])
    .execute();
  return new Map(
    rows.map(({ id, spot_id, name, name_zh, ...more }) => [
      id,
      { spotId: spot_id, spotName: name, spotNameZh: name_zh, ...more },
    ]),
  );
}

async function materialsOf(
  db: TenantDb,
  robotIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, RunMaterial[]>> {
  if (robotIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('robot_material as held')
    .innerJoin('material', 'material.id', 'held.material_id')
    .select(['held.robot_id', 'held.capacity', 'held.level', 'held.low_mark', 'held.filled_at'])
    .select(['material.id', 'material.name', 'material.name_zh', 'material.unit', 'material.specs'])
    .where('held.robot_id', 'in', [...robotIds])
    .orderBy('material.material_type')
    .orderBy('material.code')
    .execute();
  const forecasts = await findForecasts(db, robotIds, now);
  const found = new Map<string, RunMaterial[]>();
  for (const row of rows) {
    const hours = forecasts.get(row.robot_id)?.get(row.id) ?? null;
    const list = found.get(row.robot_id) ?? [];
    list.push({
      ...{ materialId: row.id, name: row.name, nameZh: row.name_zh, unit: row.unit as RunMaterial['unit'] },
      ...{ specs: row.specs, capacity: row.capacity, level: row.level, lowMark: row.low_mark },
      hoursToEmpty: hours === null ? null : Math.round(hours * 10) / 10,
      filledAt: row.filled_at?.toISOString() ?? null,
    });
    found.set(row.robot_id, list);
  }
  return found;
}

/** The open run in which a robot waits already. */
async function runOf(db: TenantDb, robotIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (robotIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('refill_stop as stop')
    .innerJoin('refill_run as run', 'run.id', 'stop.run_id')
    .select(['stop.robot_id', 'run.name'])
    .where('run.state', 'in', [...OPEN_STATES])
    .where('stop.state', '=', 'waiting')
    .where('stop.robot_id', 'in', [...robotIds])
    .execute();
  return new Map(rows.map(({ robot_id, name }) => [robot_id, name]));
}

export function myRuns(context: RequestContext): Promise<{ runs: RefillRun[] }> {
  return context.read(async (db) => {
    const open = await findOpenRuns(db, context.actor, MOST_RUNS);
    const cancelled = await findJustCancelled(db, context.actor, context.now());
    return { runs: await describeRuns(db, [...open, ...cancelled], context.now()) };
  });
}

export function showRun(context: RequestContext, { id }: { readonly id: string }): Promise<RefillRun> {
  return context.read(async (db) => describeRun(db, await findRun(db, context.actor, id), context.now()));
}

export async function describeRun(db: TenantDb, run: StoredRun, now: Date): Promise<RefillRun> {
  const [described] = await describeRuns(db, [run], now);
  if (!described) throw new Error('A run describes itself');
  return described;
}

async function describeRuns(db: TenantDb, runs: readonly StoredRun[], now: Date): Promise<RefillRun[]> {
  const runIds = runs.map(({ id }) => id);
  const stops = await stopsOf(db, runIds);
  const robotIds = [...new Set(stops.map((stop) => stop.robot_id))];
  const [places, materials, fills] = [
    await placesOf(db, robotIds),
    await materialsOf(db, robotIds, now),
    await fillsOf(db, runIds),
  ];
  const stopView = (stop: StoredStop): RunStop => ({
    ...{ robotId: stop.robot_id, imei: stop.imei, name: stop.name, ...(places.get(stop.robot_id) ?? NOWHERE) },
    ...{ turn: stop.turn, state: stop.state, reason: stop.reason, doneByName: stop.done_by_name },
    doneAt: stop.done_at?.toISOString() ?? null,
    materials: materials.get(stop.robot_id) ?? [],
    fills: fills.get(`${stop.run_id} ${stop.robot_id}`) ?? [],
  });
  return runs.map((run) => ({
    ...{ id: run.id, name: run.name, state: run.state, note: run.note, reason: run.reason },
    ...{ assignedTo: run.assigned_to, assignedName: run.assigned_name, plannedByName: run.planned_by_name },
    plannedFor: run.planned_for?.toISOString() ?? null,
    createdAt: run.created_at.toISOString(),
    startedAt: run.started_at?.toISOString() ?? null,
    endedAt: run.ended_at?.toISOString() ?? null,
    stops: stops.filter((stop) => stop.run_id === run.id).map(stopView),
  }));
}

async function fillsOf(db: TenantDb, runIds: readonly string[]): Promise<ReadonlyMap<string, Fill[]>> {
  if (runIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('refill_fill')
    .selectAll()
    .where('run_id', 'in', [...runIds])
    .orderBy('at')
    .orderBy('id')
    .execute();
  const found = new Map<string, Fill[]>();
  for (const row of rows) {
    const key = `${row.run_id} ${row.robot_id}`;
    const fill: Fill = {
      ...{ materialId: row.material_id, name: row.material_name, nameZh: row.material_name_zh, unit: row.unit },
      ...{ before: row.before, after: row.after, batch: row.batch, at: row.at.toISOString(), byName: row.by_name },
      ...{ kept: row.kept, otherAt: row.other_at?.toISOString() ?? null, otherName: row.other_name },
    };
    found.set(key, [...(found.get(key) ?? []), fill]);
  }
  return found;
}
