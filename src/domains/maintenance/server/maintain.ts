import { findVisibleRobot, lockVisibleRobots } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { toPage } from '#platform/database/server/page.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type {
  MaintenanceInterval,
  MaintenancePage,
  MaintenancePageRequest,
  RecordMaintenanceRequest,
  RobotMaintenance,
  RobotPlanRequest,
} from '../contract/maintenance.ts';
import { USUAL_INTERVAL } from '../contract/maintenance.ts';
import { countMaintenance, keepCounted, maintenanceOf } from './maintenance-store.ts';
import { notifyMaintenance } from './notify-maintenance.ts';

const MOST_AT_ONCE = 10_000;

/** What was used is counted now; the days that are left are those of lists and alarms, which are counted once a day. */
export function oneMaintenance(context: RequestContext, request: { robotId: string }): Promise<RobotMaintenance> {
  return context.read(async (db) => {
    const robot = await findVisibleRobot(db, context.actor, { id: request.robotId });
    const [counted] = await countMaintenance(db, [robot.id], context.now());
    if (!counted) raise('robot.not-found');
    const kept = (await maintenanceOf(db, [robot.id])).get(robot.id);
    return kept ? { ...counted, countdownDays: kept.countdownDays } : counted;
  });
}

export function pageMaintenance(context: RequestContext, request: MaintenancePageRequest): Promise<MaintenancePage> {
  return context.read(async (db) => {
    const robot = await findVisibleRobot(db, context.actor, { id: request.robotId });
    const of = db.selectFrom('maintenance_record').where('robot_id', '=', robot.id);
    const { total } = await of.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await of
      .select(['id', 'done_at', 'done_by', 'what', 'remark', 'cups_used', 'days_gone'])
      .orderBy('done_at', 'desc')
      .orderBy('id', 'desc')
      .limit(request.pageSize)
      .offset((request.pageNo - 1) * request.pageSize)
      .execute();
    const records = rows.map((row) => ({
      id: row.id,
      doneAt: row.done_at.toISOString(),
      doneBy: row.done_by,
      what: row.what,
      remark: row.remark,
      cupsUsed: row.cups_used,
      daysGone: row.days_gone,
    }));
    return toPage(records, Number(total), request);
  });
}

/** Both counts begin again, and what was told of it is settled (practice 13). */
export function recordMaintenance(
  context: RequestContext,
  request: RecordMaintenanceRequest,
): Promise<RobotMaintenance> {
  const now = context.now();
  const doneAt = request.doneAt === undefined ? now : new Date(request.doneAt);
  if (doneAt > now) raise('maintenance.in-future');
  return context.transaction(async (tx) => {
    const robotId = await lockOne(tx, request.robotId);
    const [before] = await countMaintenance(tx.db, [robotId], doneAt);
    if (before?.lastAt && doneAt < new Date(before.lastAt)) raise('maintenance.before-last');
    const doneBy = request.doneBy?.trim() || context.actor.name;
    const record = { what: request.what, remark: request.remark ?? '' };
    const used = { cups_used: before?.cupsUsed ?? 0, days_gone: before?.daysGone ?? 0 };
    await tx.db
      .insertInto('maintenance_record')
      .values({ id: newId(), robot_id: robotId, done_at: doneAt, done_by: doneBy, ...record, ...used })
      .execute();
    await tx.db
      .insertInto('robot_maintenance')
      .values({ robot_id: robotId, last_at: doneAt })
      .onConflict((on) => on.columns(['tenant_id', 'robot_id']).doUpdateSet({ last_at: doneAt }))
      .execute();
    await tx.audit({
      action: 'robot:maintain',
      objectKind: 'maintenance',
      objectId: robotId,
      after: { ...record, doneBy, doneAt: doneAt.toISOString(), ...used },
    });
    return countAgain(tx, robotId, now);
  });
}

export function planMaintenance(context: RequestContext, request: RobotPlanRequest): Promise<RobotMaintenance> {
  const { cups, days } = request;
  return context.transaction(async (tx) => {
    const robotId = await lockOne(tx, request.robotId);
    const before = await tx.db
      .selectFrom('robot_maintenance')
      .select(['cups', 'days'])
      .where('robot_id', '=', robotId)
      .executeTakeFirst();
    await tx.db
      .insertInto('robot_maintenance')
      .values({ robot_id: robotId, cups, days })
      .onConflict((on) => on.columns(['tenant_id', 'robot_id']).doUpdateSet({ cups, days }))
      .execute();
    await tx.audit({
      action: 'robot:edit',
      objectKind: 'maintenance',
      objectId: robotId,
      before: before ?? { cups: null, days: null },
      after: { cups, days },
    });
    return countAgain(tx, robotId, context.now());
  });
}

export function tenantPlan(context: RequestContext): Promise<MaintenanceInterval> {
  return context.read(
    async (db) =>
      (await db.selectFrom('maintenance_plan').select(['cups', 'days']).executeTakeFirst()) ?? { ...USUAL_INTERVAL },
  );
}

/** For all robots at once, so only who sees them all may change it. */
export function saveTenantPlan(context: RequestContext, interval: MaintenanceInterval): Promise<MaintenanceInterval> {
  if (!context.actor.isRoot && context.actor.spotIds !== null) raise('maintenance.only-all-spots');
  return context.transaction(async (tx) => {
    const before = await tx.db.selectFrom('maintenance_plan').select(['cups', 'days']).executeTakeFirst();
    await tx.db
      .insertInto('maintenance_plan')
      .values(interval)
      .onConflict((on) => on.column('tenant_id').doUpdateSet(interval))
      .execute();
    await tx.audit({
      action: 'robot:edit',
      objectKind: 'maintenance',
      objectId: context.tenantId,
      before: before ?? USUAL_INTERVAL,
      after: interval,
    });
    const robots = await tx.db.selectFrom('robot').select('id').orderBy('id').limit(MOST_AT_ONCE).execute();
    const ids = robots.map(({ id }) => id);
    const now = context.now();
    const counted = await countMaintenance(tx.db, ids, now);
    await keepCounted(tx.db, counted, now);
    await notifyMaintenance(tx, counted);
    return interval;
  });
}

async function lockOne(tx: Transaction, robotId: string): Promise<string> {
  const [robot] = await lockVisibleRobots(tx, [robotId]);
  return robot?.id ?? raise('robot.not-found');
}

async function countAgain(tx: Transaction, robotId: string, now: Date): Promise<RobotMaintenance> {
  const counted = await countMaintenance(tx.db, [robotId], now);
  await keepCounted(tx.db, counted, now);
  await notifyMaintenance(tx, counted);
  const robot = await tx.db.selectFrom('robot').select('spot_id').where('id', '=', robotId).executeTakeFirstOrThrow();
  await tx.live({ kind: 'robot', id: robotId, spotId: robot.spot_id });
  return counted[0] ?? raise('robot.not-found');
}
