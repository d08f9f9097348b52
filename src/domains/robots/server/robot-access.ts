import type { MqttAccess } from '#domains/devices/contract/device.ts';
import { mqttAccess, renewPassword } from '#domains/devices/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { robotSight } from './find-robots.ts';
import { robotDriver } from './robot-driver.ts';
import { findAllRobots, findRobot, lockRobot } from './robot-store.ts';

const LIST_LIMIT = 500;

export function listMqttAccess(
  context: RequestContext,
  request: { robotId?: string | undefined },
): Promise<{ list: MqttAccess[] }> {
  const sight = robotSight(context.actor);
  return context.read(async (db) => {
    const robots =
      request.robotId === undefined
        ? await findAllRobots(db, sight, LIST_LIMIT)
        : [(await findRobot(db, { id: request.robotId }, sight)) ?? raise('robot.not-found')];
    return {
      list: robots.map((robot) => ({
        ...mqttAccess(context.services, { ...robot, tenantId: context.tenantId, kind: 'robot' }),
        ...(robot.broker_url === null ? {} : { url: robot.broker_url }),
      })),
    };
  });
}

/** A new password, shown once. The old one ends at once, and so does a connection with it. */
export async function rotateCredential(context: RequestContext, request: { robotId: string }): Promise<MqttAccess> {
  const { services, tenantId } = context;
  const sight = robotSight(context.actor);
  const { imei, name } = await context.transaction(async (tx) => {
    const found = (await lockRobot(tx.db, request.robotId, sight)) ?? raise('robot.not-found');
    await tx.audit({ action: 'robot:rotate-credential', objectKind: 'robot', objectId: found.id });
    return found;
  });
  const password = await renewPassword(services, robotDriver, { tenantId, imei }, context.now());
  return mqttAccess(services, { tenantId, kind: 'robot', imei, name }, password);
}
