import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { ROBOT_COLUMNS, RobotPageRequest } from '#domains/devices/contract/endpoints.ts';
import type { Fault } from '#domains/devices/contract/messages.ts';
import type { MonitorCounts, RobotMaterial } from '#domains/devices/contract/robot.ts';
import type { AppLayout, ReportType, RobotMode } from '#domains/devices/contract/robot-status.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { likeText } from '#platform/database/server/page.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { RobotTelemetry } from './ingest/incoming.ts';

const COLUMNS = [
  'robot.id',
  'robot.imei',
  'robot.name',
  'robot.model',
  'robot.spot_id',
  'spot.name as spot_name',
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
  'robot.version',
  'robot.created_at',
] as const;

const SORT = {
  name: 'robot.name',
  imei: 'robot.imei',
  lastHeardAt: 'robot.last_heard_at',
  createdAt: 'robot.created_at',
  presenceChangedAt: 'robot.presence_changed_at',
  spotName: 'spot.name',
} as const satisfies Record<(typeof ROBOT_COLUMNS)[number], string>;

/** The only spots the caller sees; `null` is all of them. Robots without a spot belong to nobody's spots. */
export type VisibleSpots = readonly string[] | null;

const robots = (db: TenantDb, visible: VisibleSpots) =>
  db
    .selectFrom('robot')
    .leftJoin('spot', 'spot.id', 'robot.spot_id')
    .where((of) => seenBy(of, visible));

function seenBy(of: ExpressionBuilder<Tables, 'robot'>, visible: VisibleSpots) {
  if (visible === null) return sql<SqlBool>`true`;
  return visible.length === 0 ? sql<SqlBool>`false` : of('robot.spot_id', 'in', [...visible]);
}

const selected = (db: TenantDb, visible: VisibleSpots) => robots(db, visible).select(COLUMNS);
type Row = Awaited<ReturnType<ReturnType<typeof selected>['executeTakeFirstOrThrow']>>;

export interface RobotRow extends Omit<Row, 'faults' | 'telemetry' | 'mode' | 'report_type' | 'app_layout'> {
  readonly faults: Fault[];
  readonly telemetry: RobotTelemetry;
  readonly mode: RobotMode;
  readonly report_type: ReportType;
  readonly app_layout: AppLayout;
}

const typed = (row: Row): RobotRow => row as unknown as RobotRow;

export async function findRobots(
  db: TenantDb,
  request: RobotPageRequest,
  visible: VisibleSpots,
  advanced?: Expression<SqlBool>,
): Promise<{ rows: RobotRow[]; total: number }> {
  if (request.spotId !== undefined && !isUuid(request.spotId)) return { rows: [], total: 0 };
  let matching = robots(db, visible);
  if (request.spotId !== undefined) matching = matching.where('robot.spot_id', '=', request.spotId);
  if (advanced) matching = matching.where(advanced);
  if (request.abnormal !== undefined) matching = matching.where('robot.abnormal', '=', request.abnormal);
  if (request.status === 'offline') matching = matching.where('robot.online', '=', false);
  else if (request.status)
    matching = matching.where('robot.online', '=', true).where('robot.mode', '=', request.status);
  if (request.name) matching = matching.where('robot.name', 'ilike', `%${likeText(request.name)}%`);
  if (request.imei) matching = matching.where('robot.imei', 'ilike', `%${likeText(request.imei)}%`);
  if (request.keyword) {
    const part = `%${likeText(request.keyword)}%`;
    matching = matching.where((of) => of.or([of('robot.name', 'ilike', part), of('robot.imei', 'ilike', part)]));
  }
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .select(COLUMNS)
    .orderBy(SORT[request.column ?? 'name'], request.order ?? 'asc')
    .orderBy('robot.id')
    .limit(request.pageSize)
    .offset((request.pageNo - 1) * request.pageSize)
    .execute();
  return { rows: rows.map(typed), total: Number(total) };
}

const isOffline = sql<SqlBool>`not robot.online`;
const isIn = (mode: RobotMode) => sql<SqlBool>`robot.online and robot.mode = ${mode}`;

/** Of all robots at the spots, whatever their number. */
export function countRobots(db: TenantDb, visible: VisibleSpots): Promise<MonitorCounts> {
  return robots(db, visible)
    .select((of) => {
      const count = (which: Expression<SqlBool>) => of.fn.countAll<number>().filterWhere(which);
      return [
        of.fn.countAll<number>().as('total'),
        count(isIn('normal')).as('normal'),
        count(isIn('maintain')).as('maintain'),
        count(isOffline).as('offline'),
        count(of('robot.abnormal', '=', true)).as('abnormal'),
        count(of.or([of('robot.abnormal', '=', true), isOffline])).as('attention'),
      ];
    })
    .executeTakeFirstOrThrow();
}

/** In a stable order. */
export async function findAllRobots(db: TenantDb, visible: VisibleSpots, limit: number): Promise<RobotRow[]> {
  const rows = await selected(db, visible)
    .orderBy('spot.name')
    .orderBy('robot.name')
    .orderBy('robot.id')
    .limit(limit)
    .execute();
  return rows.map(typed);
}

/** For the monitor page: those that need somebody first, so that the limit leaves out what is well. */
export async function findMonitoredRobots(db: TenantDb, visible: VisibleSpots, limit: number): Promise<RobotRow[]> {
  const rows = await selected(db, visible)
    .orderBy('robot.abnormal', 'desc')
    .orderBy('robot.online')
    .orderBy(isIn('normal'))
    .orderBy('spot.name')
    .orderBy('robot.name')
    .orderBy('robot.id')
    .limit(limit)
    .execute();
  return rows.map(typed);
}

export async function findRobot(
  db: TenantDb,
  by: { id?: string | undefined; imei?: string | undefined },
  visible: VisibleSpots,
): Promise<RobotRow | undefined> {
  if (by.id !== undefined && !isUuid(by.id)) return undefined;
  let query = selected(db, visible);
  query = by.id === undefined ? query.where('robot.imei', '=', by.imei ?? '') : query.where('robot.id', '=', by.id);
  const row = await query.executeTakeFirst();
  return row && typed(row);
}

/** Locks the row for a change of its settings. */
export async function lockRobot(db: TenantDb, id: string, visible: VisibleSpots): Promise<RobotRow | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await selected(db, visible).where('robot.id', '=', id).forNoKeyUpdate('robot').executeTakeFirst();
  return row && typed(row);
}

export async function findRobotMaterials(
  db: TenantDb,
  robotId: string,
  telemetry: RobotTelemetry,
): Promise<RobotMaterial[]> {
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
    ])
    .where('robot_material.robot_id', '=', robotId)
    .orderBy('material.material_type')
    .orderBy('material.code')
    .execute();
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
    reportedLevel: telemetry.materials?.[row.code] ?? null,
  }));
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
      sql<number>`(100 * robot_material.current / robot_material.capacity)::integer`.as('percent'),
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

export async function findBeveragesOff(db: TenantDb, robotId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('robot_beverage_off')
    .select('beverage_id')
    .where('robot_id', '=', robotId)
    .execute();
  return rows.map((row) => row.beverage_id);
}
