import type pg from 'pg';
import type { MqttAccess } from '#domains/devices/contract/device.ts';
import { moveCredential, mqttAccess, newDevicePassword, registerAtBroker } from '#domains/devices/server/index.ts';
import type { MoveTenantRequest } from '#domains/fleet/contract/endpoints.ts';
import {
  findRobot,
  lockRobot,
  type RobotRow,
  robotDriver,
  robotSight,
  visibleSpots,
} from '#domains/robots/server/index.ts';
import { recordAct } from '#platform/audit/server/record-act.ts';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { findPerson } from '#system/session/server/index.ts';
import { hasOpenOrders } from './open-orders.ts';

const MOVES = 'robot:move';
/** A tenant that works. */
const ACTIVE = 1;

/** Whether the caller may move robots in that tenant too, and sees all of its spots: the robot arrives at none of them. */
async function maySendTo(context: RequestContext, tenantId: string): Promise<boolean> {
  const { actor, services } = context;
  if (!actor.isRoot && !actor.tenantIds.includes(tenantId)) return false;
  const there = await findPerson(services, actor.id, tenantId);
  return there !== undefined && can(there, MOVES) && visibleSpots(there) === null;
}

export async function listTenantsToMoveTo(
  context: RequestContext,
): Promise<{ list: { tenantId: string; name: string }[] }> {
  const ids = context.actor.tenantIds.filter((id) => id !== context.tenantId);
  const allowed: string[] = [];
  for (const id of ids) if (await maySendTo(context, id)) allowed.push(id);
  if (allowed.length === 0) return { list: [] };
  const rows = await context.services.database.acrossTenants('tenants that a robot may move to', (db) =>
    db
      .selectFrom('tenant')
      .select(['tenant_id', 'name', 'name_zh'])
      .where('tenant_id', 'in', allowed.map(Number))
      .where('status', '=', ACTIVE)
      .orderBy('name')
      .execute(),
  );
  return {
    list: rows.map((row) => ({
      tenantId: String(row.tenant_id),
      name: localName(context.language, row.name, row.name_zh),
    })),
  };
}

/**
 * To another tenant (settled 64, practice 9): the row here stays with its history, out of use, and the robot begins anew over there,
 * at no spot. One transaction, for its IMEI exists once; each tenant's audit tells of its own side.
 */
export async function moveRobot(context: RequestContext, request: MoveTenantRequest): Promise<MqttAccess> {
  requireStepUp(context);
  const { services, tenantId, actor } = context;
  const to = String(request.tenantId);
  if (visibleSpots(actor) !== null) raise('fleet.tenant-not-allowed');
  const seen = await context.read((db) => findRobot(db, { id: request.robotId }, robotSight(actor)));
  const robot = seen ?? raise('robot.not-found');
  if (to === tenantId) raiseAt('tenantId', 'fleet.tenant-same');
  if (!(await maySendTo(context, to))) raise('fleet.tenant-not-allowed');
  // what is refused is refused before anything ends
  await context.transaction((tx) => lockRobot(tx.db, robot.id, robotSight(actor)));
  const password = newDevicePassword();
  const { imei, name } = robot;
  await services.database.acrossTenants('a robot that moves to another tenant', (db, client) =>
    move(context, db, client, { robot, to, password, reason: request.reason }),
  );
  const device = { tenantId: to, kind: 'robot', imei } as const;
  await registerAtBroker(services, device, password);
  await context.transaction((tx) => tx.live({ kind: 'robot', id: robot.id, spotId: robot.spot_id }));
  return mqttAccess(services, { ...device, name }, password);
}

interface Move {
  readonly robot: RobotRow;
  readonly to: string;
  readonly password: string;
  readonly reason: string;
}

async function move(context: RequestContext, db: PlatformDb, client: pg.PoolClient, asked: Move): Promise<void> {
  const { tenantId } = context;
  const { robot, to, password, reason } = asked;
  const now = context.now();
  const held = await lockInUse(db, { tenantId, id: robot.id });
  if (await hasOpenOrders(db, { tenantId, imei: robot.imei, unpaidToo: true })) raise('fleet.orders-open');
  await moveCredential(db, client, robotDriver, { imei: robot.imei, from: tenantId, to, password, now });
  await db
    .updateTable('robot')
    .set({ retired_at: now, retired_to: Number(to), spot_id: null, version: robot.version + 1 })
    .where('tenant_id', '=', Number(tenantId))
    .where('id', '=', robot.id)
    .execute();
  const id = await arrive(db, robot, to);
  const act = { objectKind: 'robot', at: now, reason };
  await recordAct(db, context, {
    ...{ ...act, tenantId, action: 'robot:move-away', objectId: robot.id },
    ...(held.spot_id === null ? {} : { before: { spotId: held.spot_id }, after: { spotId: null } }),
  });
  await recordAct(db, context, { ...act, tenantId: to, action: 'robot:move-here', objectId: id });
}

/** A robot that may have gone out of use since it was looked at. */
export async function lockInUse(db: PlatformDb, { tenantId, id }: { tenantId: string; id: string }) {
  const held = await db
    .selectFrom('robot')
    .select(['spot_id', 'retired_at', 'version'])
    .where('tenant_id', '=', Number(tenantId))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!held || held.retired_at !== null) raise('robot.retired');
  return held;
}

/** A new row, or the one that it had there before. */
async function arrive(db: PlatformDb, robot: RobotRow, to: string): Promise<string> {
  const tenant_id = Number(to);
  const before = await db
    .updateTable('robot')
    .set({ retired_at: null, retired_to: null })
    .where('tenant_id', '=', tenant_id)
    .where('imei', '=', robot.imei)
    .returning('id')
    .executeTakeFirst();
  if (before) return before.id;
  const id = newId();
  await db
    .insertInto('robot')
    .values({
      tenant_id,
      id,
      imei: robot.imei,
      name: robot.name,
      model: robot.model,
      firmware: robot.firmware,
      report_interval_seconds: robot.report_interval_seconds,
      report_type: robot.report_type,
    })
    .execute();
  return id;
}
