import { type Expression, type SqlBool, sql } from 'kysely';
import { findStockConditions, NOTHING_OFFERED } from '#domains/beverages/server/index.ts';
import { uptimeBegin, uptimeShare } from '#domains/devices/rules/presence.ts';
import {
  countOpenCommands,
  findCommands,
  findPresenceChanges,
  findPresenceSince,
  sliceEvents,
} from '#domains/devices/server/index.ts';
import {
  type HealthCountsRequest,
  MOST_MONITORED,
  type MonitorRequest,
  type OneRobotRequest,
  type RobotPage,
  type RobotPageRequest,
} from '#domains/robots/contract/endpoints.ts';
import type { HealthCounts, MonitorAnswer, MonitorCounts, Robot, RobotDetail } from '#domains/robots/contract/robot.ts';
import { robotSuperFields } from '#domains/robots/contract/robot-super-fields.ts';
import { robotStatus } from '#domains/robots/rules/robot-state.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { both, narrowedTo } from '#platform/data-rules/server/narrowed.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { toPage } from '#platform/database/server/page.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { readSuperQueryIn } from '#platform/super-query/server/read-super-query.ts';
import { superCondition } from '#platform/super-query/server/super-condition.ts';
import { findRunOuts } from './find-run-outs.ts';
import { asksOfAll, countsOf, readCensus } from './robot-census.ts';
import {
  findBeveragesOff,
  findLowestMaterials,
  findRobot,
  findRobotFigures,
  findRobotGroups,
  findRobotMaterials,
  findRobots,
  findRobotsInOrder,
  type RobotFilters,
  type RobotRow,
  type RobotSight,
  type VisibleSpots,
} from './robot-store.ts';
import { ROBOT_SUPER_COLUMNS } from './robot-super-columns.ts';
import { outletsOf, temperaturesOf, toRobot, toWatched } from './robot-view.ts';

const RECENT = { pageNo: 1, pageSize: 20 };
const DAY_MS = 24 * 3_600_000;
const MILLION = 1_000_000;

/** People restricted to chosen spots see the robots of those spots only, in every query (security 5.3). */
export function visibleSpots(actor: Actor): VisibleSpots {
  return actor.isRoot ? null : actor.spotIds;
}

/** The same with what the data rules leave, for every query of robots. */
export function robotSight(actor: Actor, spotIds = visibleSpots(actor)): RobotSight {
  const ruled = narrowedTo(actor, { permission: 'robot:view', fields: robotSuperFields, columns: ROBOT_SUPER_COLUMNS });
  return { spotIds, ruled };
}

/** What the filters ask that no column of a robot answers: the advanced query, and what runs out. */
export async function robotConditions(
  db: TenantDb,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
  request: RobotFilters,
): Promise<Expression<SqlBool> | undefined> {
  const asked = await readSuperQueryIn(db, request, robotSuperFields);
  const advanced = asked && superCondition(asked, ROBOT_SUPER_COLUMNS);
  if (request.runsOut === undefined) return advanced;
  const sight = robotSight(actor, spotsToShow(visibleSpots(actor), request.spotId));
  const ids = (await findRunOuts(db, sight, now)).map(({ robot }) => robot.id);
  return both(advanced, sql<SqlBool>`robot.id = any(${ids}::uuid[])`);
}

export async function pageRobots(context: RequestContext, request: RobotPageRequest): Promise<RobotPage> {
  return context.read(async (db) => {
    const advanced = await robotConditions(db, { actor: context.actor, now: context.now() }, request);
    const { rows, total } = await findRobots(db, request, robotSight(context.actor), advanced);
    return toPage(await withStock(db, rows, context.language), total, request);
  });
}

/** By the filters of the list, so that each number is that of the rows which it opens. */
export async function countRobotsByHealth(
  context: RequestContext,
  request: HealthCountsRequest,
): Promise<HealthCounts> {
  const { health: _, ...others } = request;
  const sight = robotSight(context.actor);
  if (asksOfAll(others)) return countsOf((await readCensus(context, sight)).groups).health;
  return context.read(async (db) => {
    const advanced = await robotConditions(db, { actor: context.actor, now: context.now() }, others);
    return countsOf(await findRobotGroups(db, others, sight, advanced)).health;
  });
}

export async function withStock(db: TenantDb, rows: readonly RobotRow[], language: Language): Promise<Robot[]> {
  const ids = rows.map((row) => row.id);
  const stock = await findStockConditions(db, ids, language);
  const figures = await findRobotFigures(db, ids);
  return rows.map((row) =>
    toRobot(row, stock.get(row.id) ?? NOTHING_OFFERED, figures.get(row.id) ?? raise('robot.not-found'), language),
  );
}

export function oneRobot(context: RequestContext, request: OneRobotRequest): Promise<RobotDetail> {
  const now = context.now();
  return context.read(async (db) => {
    const row = (await findRobot(db, request, robotSight(context.actor))) ?? raise('robot.not-found');
    const [robot] = await withStock(db, [row], context.language);
    const dayAgo = new Date(now.getTime() - DAY_MS);
    const changes = await findPresenceSince(db, row.imei, dayAgo);
    const since = uptimeBegin(changes, dayAgo);
    const commands = await findCommands(db, row.imei, RECENT);
    const tenant = await db.selectFrom('tenant').select('fridge_limit_celsius').executeTakeFirstOrThrow();
    const events = await sliceEvents(
      db,
      row.imei,
      { from: new Date(0), to: new Date(now.getTime() + DAY_MS) },
      RECENT.pageSize,
    );
    return {
      ...(robot ?? raise('robot.not-found')),
      outlets: outletsOf(row),
      window: row.telemetry.window ?? null,
      pumps: Object.entries(row.telemetry.pumps ?? {}).map(([pump, ok]) => ({ pump, ok })),
      cupsSinceMaintenance: row.telemetry.cupsSinceMaintenance ?? null,
      telemetryAt: row.telemetry_at?.toISOString() ?? null,
      materials: await findRobotMaterials(db, row.id, now),
      beveragesOff: await findBeveragesOff(db, row.id),
      tenantFridgeLimitCelsius: tenant.fridge_limit_celsius,
      presence: await findPresenceChanges(db, row.imei, RECENT.pageSize),
      uptimeLastDay: since === null ? null : Math.round(uptimeShare(changes, since, now) * MILLION),
      commands: commands.records,
      events: events.records,
    };
  });
}

/** The spot that was asked for, if the caller sees it; without one, all that he sees. */
function spotsToShow(visible: VisibleSpots, spotId: string | undefined): VisibleSpots {
  if (spotId === undefined) return visible;
  return isUuid(spotId) && (visible === null || visible.includes(spotId)) ? [spotId] : [];
}

/** How the fleet is, in numbers, and the ids of its worst robots. */
export async function readFleet(
  context: RequestContext,
  { spotId, most = MOST_MONITORED }: MonitorRequest,
): Promise<{ counts: MonitorCounts; worst: readonly string[] }> {
  const sight = robotSight(context.actor, spotsToShow(visibleSpots(context.actor), spotId));
  const { groups, worst } = await readCensus(context, sight);
  return { counts: countsOf(groups), worst: worst.slice(0, most) };
}

export async function monitorRobots(context: RequestContext, request: MonitorRequest): Promise<MonitorAnswer> {
  const { counts, worst } = await readFleet(context, request);
  if (worst.length === 0) return { counts, robots: [] };
  return context.read(async (db) => {
    const rows = await findRobotsInOrder(db, worst);
    const stock = await findStockConditions(db, worst, context.language);
    const lowest = await findLowestMaterials(db, worst);
    const figures = await findRobotFigures(db, worst);
    const openCommands = await countOpenCommands(
      db,
      rows.map((row) => row.imei),
    );
    const robots = rows.map((row) => ({
      ...toWatched(row, stock.get(row.id) ?? NOTHING_OFFERED, context.language),
      status: robotStatus(row),
      abnormal: row.abnormal,
      soldOut: (stock.get(row.id) ?? NOTHING_OFFERED).soldOut,
      temperatures: temperaturesOf(row),
      lowestMaterial: lowest.get(row.id) ?? null,
      openCommands: openCommands.get(row.imei) ?? 0,
      ...(figures.get(row.id) ?? raise('robot.not-found')),
    }));
    return { counts, robots };
  });
}
