import { beverages } from '#domains/beverages/server/index.ts';
import { aCatalogue, type TestCatalogue } from '#domains/beverages/server/test-catalogue.ts';
import type { MqttAccess } from '#domains/devices/contract/device.ts';
import { devicesSlice } from '#domains/devices/server/index.ts';
import { TestDevice } from '#domains/devices/server/test-device.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { robotEndpoints } from '../contract/endpoints.ts';
import { robotDriver, robots } from './index.ts';

/** Robots in the frame of devices. */
export const robotSlices: readonly ServerSlice[] = [devicesSlice([robotDriver]), robots];

export interface TwoSpots {
  readonly server: TestServer;
  readonly tenant: TestTenant;
  readonly staff: Caller;
  /** Of the spot `Harbour`. */
  readonly goods: TestCatalogue;
  /** `Airport`, where nothing is yet. */
  readonly otherSpotId: string;
}

/** A tenant with two spots between which its robots can move. */
export async function startWithTwoSpots(more: readonly ServerSlice[] = []): Promise<TwoSpots> {
  const server = await startTestServer({ slices: [...robotSlices, beverages, ...more], planDue: async () => 0 });
  const tenant = await server.newTenant();
  const otherSpotId = newId();
  await server.services.database.write(tenant.id, (db) =>
    db.insertInto('spot').values({ id: otherSpotId, name: 'Airport' }).execute(),
  );
  return {
    server,
    tenant,
    staff: await tenant.staff(),
    goods: await aCatalogue(server.services.database, tenant.id),
    otherSpotId,
  };
}

let counter = 0;

/** A robot made through the console's call, with its credential. */
export async function addTestRobot(
  server: TestServer,
  staff: Caller,
  options: { spotId?: string; reportIntervalSeconds?: number } = {},
): Promise<{ id: string; mqtt: MqttAccess; device: TestDevice }> {
  counter += 1;
  const imei = `86${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}${String(counter).padStart(4, '0')}`;
  const { robot, mqtt } = await server.call(robotEndpoints.add, { imei, name: `Robot ${counter}`, ...options }, staff);
  const address = { tenantId: staff.tenantId ?? '', kind: 'robot', imei } as const;
  return { id: robot.id, mqtt, device: new TestDevice(mqtt.url, address, mqtt.password ?? '') };
}
