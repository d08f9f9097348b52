import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { findForecasts, robotStock } from '#domains/beverages/server/index.ts';
import { USUAL_INTERVAL } from '#domains/maintenance/contract/maintenance.ts';
import type { ROBOT_COLUMNS, RobotPageRequest } from '#domains/robots/contract/endpoints.ts';
import type { Fault } from '#domains/robots/contract/messages.ts';
import type { RobotMaterial } from '#domains/robots/contract/robot.ts';
import type { RobotAlarms } from '#domains/robots/contract/robot-alarms.ts';
import type { AppLayout, ReportType, RobotHealth, RobotMode } from '#domains/robots/contract/robot-status.ts';
import { isAbnormal, isOutOf } from '#domains/robots/rules/robot-state.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { likeText } from '#platform/database/server/page.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { hasHealth, healthInSql, healthRankInSql, isSoldOut, soldOutRankInSql } from './robot-health-sql.ts';
import type { RobotTelemetry } from './robot-report.ts';

const COLUMNS = [
  'robot.id',
  'robot.imei',
  'robot.name',
  'robot.model',
  'robot.spot_id',
  'spot.name as spot_name',
  'spot.name_zh as spot_name_zh',
  'robot.firmware',
  'robot.mode',
  'robot.online',
  'robot.presence_changed_at',
  'robot.last_heard_at',
  'robot.abnormal',
  'robot.faults',
  'robot.making_order_no',
  'robot.telemetry',
  'robot.telemetry_at',
  'robot.clock_skew_seconds',
  'robot.report_interval_seconds',
  'robot.report_type',
  'robot.can_order_in_app',
  'robot.app_layout',
  'robot.alarms',
  'robot.fridge_limit_celsius',
  'robot.version',
  'robot.broker_url',
  'robot.created_at',
  'robot.retired_at',
] as const;

/** A fleet has 10,000 robots. */
const PORTION = 1_000;

const SORT = {
  name: 'robot.name',
  imei: 'robot.imei',
  lastHeardAt: 'robot.last_heard_at',
  createdAt: 'robot.created_at',
  presenceChangedAt: 'robot.presence_changed_at',
  spotName: 'spot.name',
  model: 'robot.model',
  firmware: 'robot.firmware',
  soldOut: soldOutRankInSql,
  health: healthRankInSql,
} as const satisfies Record<(typeof ROBOT_COLUMNS)[number], string | RawBuilder<number>>;

/** The only spots the caller sees; `null` is all of them. A robot without a spot is in no list of spots. */
export type VisibleSpots = readonly string[] | null;

/** The robots that a person sees: those of his spots, and of them what his data rules leave. */
export interface RobotSight {
  readonly spotIds: VisibleSpots;
  readonly ruled: Expression<SqlBool> | undefined;
}

/** For work that is nobody's. */
export const EVERY_ROBOT: RobotSight = { spotIds: null, ruled: undefined };

export const robotsSeen = (db: TenantDb, { spotIds, ruled }: RobotSight) =>
  db
    .selectFrom('robot')
    .leftJoin('spot', 'spot.id', 'robot.spot_id')
    .where((of) => seenBy(of, spotIds))
    .$if(ruled !== undefined, (seen) => seen.where(ruled ?? sql<SqlBool>`false`));

function seenBy(of: ExpressionBuilder<Tables, 'robot'>, visible: VisibleSpots) {
  if (visible === null) return sql<SqlBool>`true`;
  return visible.length === 0 ? sql<SqlBool>`false` : of('robot.spot_id', 'in', [...visible]);
}

/** Those that are retired are in no list, unless they are asked for. */
function inUse(all: ReturnType<typeof robotsSeen>, retired = false) {
  return all.where('robot.retired_at', retired ? 'is not' : 'is', null);
}

/** What each robot wants of stock, for the templates `healthInSql` and `soldOutInSql`: nobody else names its columns. */
export function joinStock<DB, TB extends keyof DB, Row>(robots: SelectQueryBuilder<DB, TB, Row>): typeof robots {
  const robot = robots as unknown as SelectQueryBuilder<Tables, 'robot', Row>;
  return robot.leftJoin(robotStock.as('stock'), 'stock.robot_id', 'robot.id') as unknown as typeof robots;
}

const selected = (db: TenantDb, sight: RobotSight) => robotsSeen(db, sight).select(COLUMNS);
type Row = Awaited<ReturnType<ReturnType<typeof selected>['executeTakeFirstOrThrow']>>;

export interface RobotRow extends Omit<Row, 'faults' | 'telemetry' | 'mode' | 'report_type' | 'app_layout' | 'alarms'> {
  readonly faults: Fault[];
  readonly telemetry: RobotTelemetry;
  readonly mode: RobotMode;
  readonly report_type: ReportType;
  readonly app_layout: AppLayout;
  /** What was switched off; the others are on. */
  readonly alarms: Partial<RobotAlarms>;
}

const typed = (row: Row): RobotRow => row as unknown as RobotRow;

/** Rows and counts come from the same filters. */
export type RobotFilters = Omit<RobotPageRequest, 'pageNo' | 'pageSize' | 'column' | 'order' | 'field'>;

/** What the whole fleet holds is read only where it is asked by. */
const narrowsByStock = ({ health, soldOut }: RobotFilters): boolean => Boolean(health || soldOut);
const sortsByStock = ({ column }: RobotPageRequest): boolean => column === 'health' || column === 'soldOut';

function matchingRobots(
  db: TenantDb,
  request: RobotFilters,
  sight: RobotSight,
  advanced: Expression<SqlBool> | undefined,
  hasStock = narrowsByStock(request),
) {
  let matching = inUse(robotsSeen(db, sight), request.retired);
  if (request.spotId !== undefined)
    matching = isUuid(request.spotId)
      ? matching.where('robot.spot_id', '=', request.spotId)
      : matching.where(sql<SqlBool>`false`);
  if (advanced) matching = matching.where(advanced);
  if (request.abnormal !== undefined) matching = matching.where('robot.abnormal', '=', request.abnormal);
  if (request.status === 'offline') matching = matching.where('robot.online', '=', false);
  else if (request.status === 'online') matching = matching.where('robot.online', '=', true);
  else if (request.status)
    matching = matching.where('robot.online', '=', true).where('robot.mode', '=', request.status);
  if (request.name) matching = matching.where('robot.name', 'ilike', `%${likeText(request.name)}%`);
  if (request.imei) matching = matching.where('robot.imei', 'ilike', `%${likeText(request.imei)}%`);
  if (request.model) matching = matching.where('robot.model', 'ilike', `%${likeText(request.model)}%`);
  const days = request.maintenanceWithinDays;
  if (days !== undefined)
    matching = matching.where(
      sql<SqlBool>`exists (select from robot_maintenance kept where kept.tenant_id = ${THIS_TENANT}
        and kept.robot_id = robot.id and kept.countdown_days <= ${days})`,
    );
  if (request.spotStatus) matching = matching.where('spot.status', '=', request.spotStatus);
  if (request.keyword) {
    const part = `%${likeText(request.keyword)}%`;
    matching = matching.where((of) => of.or([of('robot.name', 'ilike', part), of('robot.imei', 'ilike', part)]));
  }
  return matching
    .$if(hasStock, joinStock)
    .$if(Boolean(request.health), (all) => all.where(hasHealth(request.health ?? '')))
    .$if(Boolean(request.soldOut), (all) => all.where(isSoldOut(request.soldOut ?? '')));
}

export async function findRobots(
  db: TenantDb,
  request: RobotPageRequest,
  sight: RobotSight,
  advanced?: Expression<SqlBool>,
): Promise<{ rows: RobotRow[]; total: number }> {
  const total = await countMatchingRobots(db, request, sight, advanced);
  // what is sorted is narrow: all that a row says is read of those of the page alone
  const ids = await matchingRobots(db, request, sight, advanced, narrowsByStock(request) || sortsByStock(request))
    .select('robot.id')
    .orderBy(SORT[request.column ?? 'name'], request.order ?? 'asc')
    .orderBy('robot.id')
    .limit(request.pageSize)
    .offset((request.pageNo - 1) * request.pageSize)
    .execute();
  const rows = await findRobotsInOrder(
    db,
    ids.map(({ id }) => id),
  );
  return { rows, total };
}

export async function countMatchingRobots(
  db: TenantDb,
  request: RobotFilters,
  sight: RobotSight,
  advanced?: Expression<SqlBool>,
): Promise<number> {
  const { total } = await matchingRobots(db, request, sight, advanced)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

const isOffline = sql<SqlBool>`not robot.online`;
const isIn = (mode: RobotMode) => sql<SqlBool>`robot.online and robot.mode = ${mode}`;

/** The robots of one spot, or of none, that are equally well: how many, and the first of them by name. */
export interface RobotGroup {
  readonly spotId: string | null;
  readonly health: RobotHealth;
  readonly total: number;
  readonly normal: number;
  readonly maintain: number;
  readonly offline: number;
  readonly abnormal: number;
  readonly first: readonly string[];
}

/** All robots that the filters of the list leave, whatever their number, by the names of their spots; at most so many ids of each. */
export async function findRobotGroups(
  db: TenantDb,
  request: RobotFilters,
  sight: RobotSight,
  advanced?: Expression<SqlBool>,
  most = 0,
): Promise<RobotGroup[]> {
  const groups = await matchingRobots(db, request, sight, advanced, true)
    .select((of) => {
      const count = (which: Expression<SqlBool>) => of.fn.countAll<number>().filterWhere(which);
      return [
        'robot.spot_id as spotId',
        healthInSql.as('health'),
        of.fn.countAll<number>().as('total'),
        count(isIn('normal')).as('normal'),
        count(isIn('maintain')).as('maintain'),
        count(isOffline).as('offline'),
        count(of('robot.abnormal', '=', true)).as('abnormal'),
        most > 0
          ? sql<string[]>`(array_agg(robot.id order by robot.name, robot.id))[1:${most}]`.as('first')
          : sql<string[]>`'{}'::uuid[]`.as('first'),
      ];
    })
    .groupBy(['robot.spot_id', 'spot.name', 'health'])
    .orderBy('spot.name')
    .orderBy('robot.spot_id')
    .execute();
  return groups.map((group) => ({
    ...group,
    total: Number(group.total),
    normal: Number(group.normal),
    maintain: Number(group.maintain),
    offline: Number(group.offline),
    abnormal: Number(group.abnormal),
  }));
}

/** All of them, so many at a time that neither memory nor other calls suffer. */
export async function* robotsInPortions(db: TenantDb, sight: RobotSight): AsyncGenerator<RobotRow[]> {
  for (let last: string | undefined; ; ) {
    const seen = inUse(robotsSeen(db, sight)).select(COLUMNS);
    const rows = await (last === undefined ? seen : seen.where('robot.id', '>', last))
      .orderBy('robot.id')
      .limit(PORTION)
      .execute();
    if (rows.length > 0) yield rows.map(typed);
    if (rows.length < PORTION) return;
    last = rows.at(-1)?.id;
  }
}

/** Of these those that are in use and seen. */
export async function findRobotsById(db: TenantDb, ids: readonly string[], sight: RobotSight): Promise<RobotRow[]> {
  const rows = await inUse(robotsSeen(db, sight))
    .select(COLUMNS)
    .where(sql<SqlBool>`robot.id = any(${ids.filter(isUuid)}::uuid[])`)
    .execute();
  return rows.map(typed);
}

/** The first so many, in a stable order. */
export async function findAllRobots(db: TenantDb, sight: RobotSight, limit: number): Promise<RobotRow[]> {
  const rows = await inUse(robotsSeen(db, sight))
    .select(COLUMNS)
    .orderBy('spot.name')
    .orderBy('robot.name')
    .orderBy('robot.id')
    .limit(limit)
    .execute();
  return rows.map(typed);
}

/** To choose from, by name. */
export async function findRobotOptions(
  db: TenantDb,
  sight: RobotSight,
  asked: Expression<SqlBool> | undefined,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ id: string; name: string; address: string }[]> {
  const rows = await robotsSeen(db, sight)
    .$if(asked !== undefined, (seen) => seen.where(asked ?? sql<SqlBool>`false`))
    .select(['robot.id', 'robot.name', 'spot.address'])
    .orderBy('robot.name')
    .orderBy('robot.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id, name, address }) => ({ id, name, address: address ?? '' }));
}

/** All that the filters of the list leave, in slices, for a file. */
export async function* sliceRobots(
  db: TenantDb,
  request: RobotFilters,
  sight: RobotSight,
  advanced: Expression<SqlBool> | undefined,
  atOnce: number,
): AsyncGenerator<RobotRow[]> {
  for (let offset = 0; ; offset += atOnce) {
    const rows = await matchingRobots(db, request, sight, advanced)
      .select(COLUMNS)
      .orderBy('robot.created_at')
      .orderBy('robot.id')
      .limit(atOnce)
      .offset(offset)
      .execute();
    if (rows.length > 0) yield rows.map(typed);
    if (rows.length < atOnce) return;
  }
}

/** In the order of their ids. */
export async function findRobotsInOrder(db: TenantDb, ids: readonly string[]): Promise<RobotRow[]> {
  if (ids.length === 0) return [];
  const rows = await selected(db, EVERY_ROBOT).where(sql<SqlBool>`robot.id = any(${ids}::uuid[])`).execute();
  const byId = new Map(rows.map((row) => [row.id, typed(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function findRobot(
  db: TenantDb,
  by: { id?: string | undefined; imei?: string | undefined },
  sight: RobotSight,
): Promise<RobotRow | undefined> {
  if (by.id !== undefined && !isUuid(by.id)) return undefined;
  let query = selected(db, sight);
  query = by.id === undefined ? query.where('robot.imei', '=', by.imei ?? '') : query.where('robot.id', '=', by.id);
  const row = await query.executeTakeFirst();
  return row && typed(row);
}

/** Locks the row for a change; one that is retired is only read, until it is brought back. */
export async function lockRobot(db: TenantDb, id: string, sight: RobotSight): Promise<RobotRow | undefined> {
  const row = await lockAnyRobot(db, id, sight);
  if (row && row.retired_at !== null) raise('robot.retired');
  return row;
}

export async function lockAnyRobot(db: TenantDb, id: string, sight: RobotSight): Promise<RobotRow | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await selected(db, sight).where('robot.id', '=', id).forNoKeyUpdate('robot').executeTakeFirst();
  return row && typed(row);
}

export async function findRobotMaterials(db: TenantDb, robotId: string, now: Date): Promise<RobotMaterial[]> {
  const rows = await db
    .selectFrom('robot_material')
    .innerJoin('material', 'material.id', 'robot_material.material_id')
    .select([
      'material.id',
      'material.code',
      'material.name',
      'material.name_zh',
      'material.material_type',
      'material.unit',
      'robot_material.capacity',
      'robot_material.current',
      'robot_material.reserved',
      'robot_material.low_mark',
      'robot_material.reported',
      'robot_material.level',
      'robot_material.empty_since',
      'robot_material.filled_at',
    ])
    .where('robot_material.robot_id', '=', robotId)
    .orderBy('material.material_type')
    .orderBy('material.code')
    .execute();
  const forecast = (await findForecasts(db, [robotId], now)).get(robotId);
  return rows.map((row) => ({
    materialId: row.id,
    code: row.code,
    name: row.name,
    nameZh: row.name_zh,
    materialType: row.material_type,
    unit: row.unit as RobotMaterial['unit'],
    capacity: row.capacity,
    current: row.current,
    reserved: row.reserved,
    lowMark: row.low_mark,
    reportedLevel: row.reported,
    level: row.level,
    emptySince: row.empty_since?.toISOString() ?? null,
    filledAt: row.filled_at?.toISOString() ?? null,
    hoursToEmpty: toTenth(forecast?.get(row.id) ?? null),
  }));
}

const toTenth = (hours: number | null): number | null => (hours === null ? null : Math.round(hours * 10) / 10);

export interface RobotFigures {
  readonly countdownDays: number;
  readonly activeAlarms: number;
}

const intervalDays = sql<number>`coalesce(kept.countdown_days, kept.days, plan.days, ${USUAL_INTERVAL.days}::integer)`;

/** What other slices count of each robot, all in one statement; one whose maintenance was not counted yet has its whole interval. */
export async function findRobotFigures(
  db: TenantDb,
  robotIds: readonly string[],
): Promise<ReadonlyMap<string, RobotFigures>> {
  const { rows } = await sql<RobotFigures & { id: string }>`
    select robot.id, ${intervalDays} as "countdownDays", coalesce(open.alarms, 0) as "activeAlarms"
      from robot
      left join robot_maintenance kept on kept.tenant_id = ${THIS_TENANT} and kept.robot_id = robot.id
      left join maintenance_plan plan on plan.tenant_id = ${THIS_TENANT}
      left join (select robot_id, count(*)::integer as alarms from alarm
                  where tenant_id = ${THIS_TENANT} and state <> 'cleared' and robot_id = any(${robotIds}::uuid[])
                  group by robot_id) as open on open.robot_id = robot.id
     where robot.tenant_id = ${THIS_TENANT} and robot.id = any(${robotIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, countdownDays, activeAlarms }) => [id, { countdownDays, activeAlarms }]));
}

/** Of each spot the days of the robot that is due first. */
export async function findFirstCountdowns(db: TenantDb, sight: RobotSight): Promise<ReadonlyMap<string, number>> {
  const rows = await inUse(robotsSeen(db, sight))
    .leftJoin('robot_maintenance as kept', 'kept.robot_id', 'robot.id')
    .leftJoin('maintenance_plan as plan', 'plan.tenant_id', 'robot.tenant_id')
    .select(['robot.spot_id', sql<number>`min(${intervalDays})`.as('days')])
    .where('robot.spot_id', 'is not', null)
    .groupBy('robot.spot_id')
    .execute();
  return new Map(rows.flatMap(({ spot_id, days }) => (spot_id === null ? [] : [[spot_id, days] as const])));
}

export interface LowestMaterial {
  readonly code: string;
  readonly percent: number;
}

/** Of each robot the material with the least stock against its capacity. */
export async function findLowestMaterials(
  db: TenantDb,
  robotIds: readonly string[],
): Promise<Map<string, LowestMaterial>> {
  if (robotIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('robot_material')
    .innerJoin('material', 'material.id', 'robot_material.material_id')
    .select([
      'robot_material.robot_id',
      'material.code',
      sql<number>`(100::bigint * robot_material.level / robot_material.capacity)::integer`.as('percent'),
    ])
    .distinctOn('robot_material.robot_id')
    .where('robot_material.robot_id', 'in', [...robotIds])
    .where('robot_material.capacity', '>', 0)
    .orderBy('robot_material.robot_id')
    .orderBy('percent')
    .orderBy('material.code')
    .execute();
  return new Map(rows.map((row) => [row.robot_id, { code: row.code, percent: Math.min(100, row.percent) }]));
}

/** Takes off the faults that a refill of these materials has answered. */
export async function endMaterialFaults(db: TenantDb, robot: RobotRow, codes: readonly string[]): Promise<void> {
  const left = robot.faults.filter((fault) => !codes.some((code) => isOutOf(fault, code)));
  if (left.length === robot.faults.length) return;
  await db
    .updateTable('robot')
    .set({ faults: JSON.stringify(left), abnormal: isAbnormal(left) })
    .where('id', '=', robot.id)
    .execute();
}

export async function findBeveragesOff(db: TenantDb, robotId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('robot_beverage_off')
    .select('beverage_id')
    .where('robot_id', '=', robotId)
    .execute();
  return rows.map((row) => row.beverage_id);
}
