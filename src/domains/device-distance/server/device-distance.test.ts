import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSpotMenu } from '#domains/beverages/server/load-spot-menu.ts';
import { addTestRobot, startWithTwoSpots, type TwoSpots } from '#domains/robots/server/test-robots.ts';
import { deviceDistances } from '../contract/device-distances.ts';
import { deviceDistanceEndpoints } from '../contract/endpoints.ts';
import { deviceDistanceSlice } from './index.ts';

let world: TwoSpots;

beforeAll(async () => {
  world = await startWithTwoSpots([deviceDistanceSlice]);
});
afterAll(() => world?.server.stop());

const page = async (caller = world.staff) =>
  (await world.server.call(deviceDistances.endpoints.page, {}, caller)).records;
const set = (robotIds: string[], metres: number | null, caller = world.staff) =>
  world.server.call(deviceDistanceEndpoints.update, { robotIds, metres }, caller);
const setTenants = (metres: number) =>
  world.server.services.database.acrossTenants('test', (db) =>
    db
      .updateTable('tenant')
      .set({ order_distance_metres: metres })
      .where('tenant_id', '=', Number(world.tenant.id))
      .execute(),
  );

test('the tenant has a distance, a robot may have its own, 0 is off; the menu says what counts', async () => {
  const { server, staff, goods, tenant } = world;
  const { id, mqtt } = await addTestRobot(server, staff, { spotId: goods.spotId });
  await setTenants(300);
  const row = async () => (await page()).find((one) => one.id === id);
  const menu = async () => {
    const found = await server.services.database.read(tenant.id, (db) =>
      loadSpotMenu(db, { spotId: goods.spotId, channel: 'app', imei: mqtt.username }, new Date()),
    );
    return found.robots[0]?.orderReminderDistance;
  };
  expect(await row()).toMatchObject({ metres: 300, isOwn: false });
  expect(await menu()).toBe(300);
  expect(await set([id], 0)).toEqual({ changed: 1 });
  expect(await row()).toMatchObject({ metres: 0, isOwn: true, tenantMetres: 300 });
  expect(await menu()).toBe(0);
  await set([id], 1_200);
  expect(await menu()).toBe(1_200);
  expect(await set([id], 1_200)).toEqual({ changed: 0 });
  await set([id], null);
  expect(await row()).toMatchObject({ metres: 300, isOwn: false });
});

test('many at once are all or none, and robots of other spots and tenants are not there', async () => {
  const { server, staff, goods, otherSpotId, tenant } = world;
  const near = await addTestRobot(server, staff, { spotId: goods.spotId });
  const far = await addTestRobot(server, staff, { spotId: otherSpotId });
  const clerk = await tenant.staff(['robot:view', 'robot:edit'], { spotIds: [goods.spotId] });
  expect((await page(clerk)).map(({ id }) => id)).not.toContain(far.id);
  await expect(set([near.id, far.id], 5, clerk)).rejects.toMatchObject({ problem: 'robot.not-found' });
  expect((await page()).find(({ id }) => id === near.id)).toMatchObject({ isOwn: false });
  const stranger = await (await server.newTenant()).staff();
  await expect(set([near.id], 5, stranger)).rejects.toMatchObject({ problem: 'robot.not-found' });
  await expect(set([near.id], -1)).rejects.toMatchObject({ problem: 'request.malformed' });
  expect(await set([near.id, far.id], 80)).toEqual({ changed: 2 });
});
