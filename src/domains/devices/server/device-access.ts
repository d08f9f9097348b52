import { setTimeout as sleep } from 'node:timers/promises';
import type { MqttAccess } from '#domains/devices/contract/robot.ts';
import { type DeviceAddress, deviceRights, deviceTopic } from '#domains/devices/contract/topics.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import { newDevicePassword, replacePassword } from './device-credential-store.ts';
import { visibleSpots } from './find-robots.ts';
import { gatewayOf } from './gateway.ts';
import { recordOffline } from './presence-sweep.ts';
import { findAllRobots, findRobot } from './robot-store.ts';

const LIST_LIMIT = 500;

/** Where and as whom a device connects. */
export function mqttAccess(
  { broker, config }: Services,
  device: DeviceAddress & { name: string },
  password?: string,
): MqttAccess {
  return {
    name: device.name,
    url: broker.url,
    tlsUrl: broker.tlsUrl ?? (config.mqttTls ? `mqtts://${config.host}:8883` : null),
    username: device.imei,
    clientId: device.imei,
    topicPrefix: deviceTopic.state(device).replace(/\/state$/, ''),
    ...(password === undefined ? {} : { password }),
  };
}

/**
 * Makes the broker know a device's new password. Ours reads it through the door, so what it remembers is forgotten first;
 * the connection with the old one ends.
 */
export async function registerAtBroker(services: Services, device: DeviceAddress, password: string): Promise<void> {
  gatewayOf(services)?.directory.forget(device.imei);
  try {
    await services.broker.saveLogin({ imei: device.imei, password, rights: deviceRights(device) });
  } catch (error) {
    throw new Problem('server.unavailable', {}, { cause: error, retryAfterSeconds: 5 });
  }
}

const PROVISION = { tries: 60, pauseMs: 500 };

/** The logins of several devices, as a seed has made them: an external broker must be told, once it is there (security 10.2). */
export async function provisionDevices(
  services: Services,
  devices: readonly (Omit<DeviceAddress, 'kind'> & { password: string })[],
): Promise<void> {
  if (services.broker.kind === 'embedded') return;
  for (const { tenantId, imei, password } of devices) {
    for (let attempt = 1; ; attempt++) {
      try {
        await registerAtBroker(services, { tenantId, imei, kind: 'robot' }, password);
        break;
      } catch (error) {
        if (attempt === PROVISION.tries) throw error;
        await sleep(PROVISION.pauseMs);
      }
    }
  }
}

export function listMqttAccess(
  context: RequestContext,
  request: { robotId?: string | undefined },
): Promise<{ list: MqttAccess[] }> {
  const visible = visibleSpots(context.actor);
  return context.read(async (db) => {
    const robots =
      request.robotId === undefined
        ? await findAllRobots(db, visible, LIST_LIMIT)
        : [(await findRobot(db, { id: request.robotId }, visible)) ?? raise('robot.not-found')];
    return {
      list: robots.map((robot) =>
        mqttAccess(context.services, { ...robot, tenantId: context.tenantId, kind: 'robot' }),
      ),
    };
  });
}

/** A new password, shown once. The old one dies at once, and whoever is connected with it. */
export async function rotateCredential(context: RequestContext, request: { robotId: string }): Promise<MqttAccess> {
  const { services, tenantId } = context;
  const visible = visibleSpots(context.actor);
  const password = newDevicePassword();
  const robot = await context.transaction(async (tx) => {
    const found = (await findRobot(tx.db, { id: request.robotId }, visible)) ?? raise('robot.not-found');
    await tx.audit({ action: 'robot:rotate-credential', objectKind: 'robot', objectId: found.id });
    return found;
  });
  const device = { tenantId, kind: 'robot', imei: robot.imei } as const;
  await services.database.acrossTenants('new credential of a device', async (db, client) => {
    await replacePassword(db, device, password);
    const { rows } = await client.query<{ tenant_id: number; id: string; imei: string; session: string | null }>(
      `update robot set online = false, session_ended = true, presence_changed_at = $3
        where tenant_id = $1 and imei = $2 and online returning tenant_id, id, imei, session`,
      [tenantId, robot.imei, context.now()],
    );
    await recordOffline(client, rows, 'credential', context.now());
  });
  await registerAtBroker(services, device, password);
  return mqttAccess(services, { ...device, name: robot.name }, password);
}
