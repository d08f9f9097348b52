import { setTimeout as sleep } from 'node:timers/promises';
import type { MqttAccess } from '#domains/devices/contract/device.ts';
import { type DeviceAddress, deviceRights, deviceTopic } from '#domains/devices/contract/topics.ts';
import type { Services } from '#platform/context/server/services.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { newDevicePassword, replacePassword } from './device-credential-store.ts';
import type { DeviceDriver } from './device-driver.ts';
import { gatewayOf } from './gateway.ts';
import { endSession } from './presence-sweep.ts';

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
 * Makes the broker know a device's new password. The embedded broker reads it from the directory, so the cached entry
 * is deleted first; the connection with the old password ends.
 */
export async function registerAtBroker(services: Services, device: DeviceAddress, password: string): Promise<void> {
  gatewayOf(services)?.directory.forget(device.imei);
  try {
    await services.broker.saveLogin({ imei: device.imei, password, rights: deviceRights(device) });
  } catch (error) {
    throw new Problem('server.unavailable', {}, { cause: error, retryAfterSeconds: 5 });
  }
}

/** The login of a device that was just added: who claimed its IMEI at the same moment may have written another password. */
export async function registerAdded(services: Services, device: DeviceAddress, password: string): Promise<void> {
  await services.database.acrossTenants('the login of a device that was added', (db) =>
    replacePassword(db, device, password),
  );
  await registerAtBroker(services, device, password);
}

const PROVISION = { tries: 60, pauseMs: 500 };

/** Saves the logins of several devices, made by a seed, at an external broker, once it is there (security 10.2). */
export async function provisionDevices(
  services: Services,
  devices: readonly (DeviceAddress & { password: string })[],
): Promise<void> {
  if (services.broker.kind === 'embedded') return;
  await Promise.all(devices.map(({ password, ...device }) => registerPatiently(services, device, password)));
}

async function registerPatiently(services: Services, device: DeviceAddress, password: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await registerAtBroker(services, device, password);
    } catch (error) {
      if (attempt === PROVISION.tries) throw error;
      await sleep(PROVISION.pauseMs);
    }
  }
}

/** A new password. The old one ends at once, and so does a connection with it. */
export async function renewPassword(
  services: Services,
  driver: DeviceDriver,
  { tenantId, imei }: Omit<DeviceAddress, 'kind'>,
  now: Date,
): Promise<string> {
  const device = { tenantId, kind: driver.kind, imei };
  const password = newDevicePassword();
  await services.database.acrossTenants('new credential of a device', async (db, client) => {
    await replacePassword(db, device, password);
    await endSession(client, driver, device, now);
  });
  await registerAtBroker(services, device, password);
  return password;
}
