import type pg from 'pg';
import type { MqttAccess } from '#domains/devices/contract/device.ts';
import { endConnection, endCredential, mqttAccess, renewPassword } from '#domains/devices/server/index.ts';
import type { BringBackRequest, RetireRequest } from '#domains/fleet/contract/endpoints.ts';
import type { Robot } from '#domains/robots/contract/robot.ts';
import {
  bindServiceSpots,
  EVERY_ROBOT,
  findRobot,
  lockAnyRobot,
  lockRobot,
  type RobotRow,
  robotDriver,
  robotSight,
  visibleSpots,
  withStock,
} from '#domains/robots/server/index.ts';
import { recordAct } from '#platform/audit/server/record-act.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { lockInUse } from './move-robot.ts';
import { hasOpenOrders } from './open-orders.ts';

/**
 * Out of use (settled 55): in no list, at no spot, so that nothing is sold there, and its credential ends. The row stays with all
 * that points to it. One transaction: a robot that is out of use could not be asked again to lose its login.
 */
export async function retireRobot(context: RequestContext, { robotId, reason }: RetireRequest): Promise<Robot> {
  const { services, tenantId, actor, language } = context;
  const robot = await context.transaction(
    async (tx) => (await lockRobot(tx.db, robotId, robotSight(actor))) ?? raise('robot.not-found'),
  );
  const { id, imei } = robot;
  const spotId = await services.database.acrossTenants('a robot that goes out of use', (db, client) =>
    retire(context, db, client, { robot, reason }),
  );
  await endConnection(services, imei);
  return runTransaction(services, { tenantId, actor }, async (tx) => {
    await tx.live({ kind: 'robot', id, spotId });
    const row = await lockAnyRobot(tx.db, id, EVERY_ROBOT);
    const [view] = row ? await withStock(tx.db, [row], language) : [];
    return view ?? raise('robot.not-found');
  });
}

/** Answers the spot that it stood at. */
async function retire(
  context: RequestContext,
  db: PlatformDb,
  client: pg.PoolClient,
  { robot: { id, imei }, reason }: { robot: RobotRow; reason: string },
): Promise<string | null> {
  const { tenantId } = context;
  const now = context.now();
  const { spot_id: spotId, version } = await lockInUse(db, { tenantId, id });
  if (await hasOpenOrders(db, { tenantId, imei, unpaidToo: false })) raise('fleet.orders-being-made');
  await endCredential(db, client, robotDriver, { tenantId, imei, now });
  await db
    .updateTable('robot')
    .set({ retired_at: now, spot_id: null, version: version + 1 })
    .where('tenant_id', '=', Number(tenantId))
    .where('id', '=', id)
    .execute();
  await recordAct(db, context, {
    ...{ tenantId, at: now, action: 'robot:retire', objectKind: 'robot', objectId: id, reason },
    ...(spotId === null ? {} : { before: { spotId }, after: { spotId: null } }),
  });
  return spotId;
}

/** In use again with a new password; one that was moved away comes back by a move only. */
export async function bringBackRobot(context: RequestContext, request: BringBackRequest): Promise<MqttAccess> {
  const { services, tenantId } = context;
  const sight = robotSight(context.actor);
  // who sees chosen spots only sees none that is out of use
  if (visibleSpots(context.actor) !== null) raise('robot.not-found');
  const { imei, name } = await context.transaction(async (tx) => {
    const robot = (await lockAnyRobot(tx.db, request.robotId, sight)) ?? raise('robot.not-found');
    if (robot.retired_at === null) raise('fleet.not-retired');
    const kept = await tx.db
      .selectFrom('robot')
      .select('retired_to')
      .where('id', '=', robot.id)
      .executeTakeFirstOrThrow();
    if (kept.retired_to !== null) raise('fleet.moved-away');
    await tx.db
      .updateTable('robot')
      .set({ retired_at: null, version: robot.version + 1 })
      .where('id', '=', robot.id)
      .execute();
    await tx.audit({ action: 'robot:bring-back', objectKind: 'robot', objectId: robot.id });
    await tx.live({ kind: 'robot', id: robot.id, spotId: null });
    return robot;
  });
  const password = await renewPassword(services, robotDriver, { tenantId, imei }, context.now());
  if (request.spotId) await place(context, request.robotId, request.spotId);
  return mqttAccess(services, { tenantId, kind: 'robot', imei, name }, password);
}

/** A spot that is gone by now is no reason to lose the password: the robot stays without one. */
async function place(context: RequestContext, robotId: string, spotId: string): Promise<void> {
  const isThere = await context.read((db) => findRobot(db, { id: robotId }, robotSight(context.actor)));
  if (isThere) await bindServiceSpots(context, { robotIds: [robotId], spotId }).catch(() => undefined);
}
