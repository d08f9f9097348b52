import type { MqttAccess } from '#domains/devices/contract/device.ts';
import { endCredential, mqttAccess, renewPassword } from '#domains/devices/server/index.ts';
import type { BringBackRequest, RetireRequest } from '#domains/fleet/contract/endpoints.ts';
import type { Robot } from '#domains/robots/contract/robot.ts';
import {
  bindServiceSpots,
  findRobot,
  lockAnyRobot,
  lockRobot,
  robotDriver,
  robotSight,
  visibleSpots,
  withStock,
} from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { hasOpenOrders } from './open-orders.ts';

/**
 * Out of use (settled 55): in no list, at no spot, so that nothing is sold there, and its credential ends. The row stays with all
 * that points to it.
 */
export async function retireRobot(context: RequestContext, { robotId, reason }: RetireRequest): Promise<Robot> {
  const { tenantId, language } = context;
  const robot = await context.transaction(async (tx) => {
    const before = (await lockRobot(tx.db, robotId, robotSight(context.actor))) ?? raise('robot.not-found');
    if (await hasOpenOrders(tx.db, { tenantId, imei: before.imei, unpaidToo: false })) raise('fleet.orders-being-made');
    await tx.db
      .updateTable('robot')
      .set({ retired_at: tx.now(), spot_id: null, version: before.version + 1 })
      .where('id', '=', before.id)
      .execute();
    await tx.audit({
      action: 'robot:retire',
      objectKind: 'robot',
      objectId: before.id,
      before: { spotId: before.spot_id },
      after: { spotId: null },
      reason,
    });
    await tx.live({ kind: 'robot', id: before.id, spotId: before.spot_id });
    const row = { ...before, retired_at: tx.now(), spot_id: null, spot_name: null, version: before.version + 1 };
    const [view] = await withStock(tx.db, [row], language);
    return view ?? raise('robot.not-found');
  });
  await endCredential(context.services, robotDriver, { tenantId, imei: robot.imei }, context.now());
  return { ...robot, online: false, status: 'offline' };
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
