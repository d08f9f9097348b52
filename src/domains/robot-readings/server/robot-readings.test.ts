import { afterAll, beforeAll, expect, test } from 'vitest';
import { beverages } from '#domains/beverages/server/index.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { addTestRobot, robotSlices } from '#domains/robots/server/test-robots.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { readingsEndpoint } from '../contract/readings.ts';
import { robotReadings } from '../contract/status-list.ts';
import { robotReadingSlice } from './index.ts';

const HOUR_MS = 3_600_000;
let server: TestServer;
let tenant: TestTenant;
let staff: Caller;

beforeAll(async () => {
  server = await startTestServer({ slices: [...robotSlices, beverages, robotReadingSlice], planDue: async () => 0 });
  tenant = await server.newTenant();
  staff = await tenant.staff();
});
afterAll(() => server?.stop());

/** A robot that was there from 12 hours ago to 6 hours ago, and whose fridge was measured twice just before. */
async function aRobotWithPast(spotId?: string) {
  const { id, mqtt } = await addTestRobot(server, staff, spotId === undefined ? {} : { spotId });
  const imei = mqtt.username;
  const now = server.services.clock.now().getTime();
  const at = (hours: number) => new Date(now - hours * HOUR_MS);
  await server.services.database.write(tenant.id, async (db) => {
    await db
      .updateTable('robot')
      .set({
        last_heard_at: at(6),
        telemetry: JSON.stringify({
          window: 'open',
          temperatures: { fridge: 41 },
          pumps: { milk: true, syrup: false },
        }),
      })
      .where('id', '=', id)
      .execute();
    await db
      .insertInto('device_presence_change')
      .values([
        { id: newId(), imei, online: true, session: 's', reason: 'birth', at: at(12) },
        { id: newId(), imei, online: false, session: 's', reason: 'will', at: at(6) },
      ])
      .execute();
    const sample = (tenths: number, seq: number) => ({
      ...{ imei, at: at(7), session: 's', seq },
      readings: JSON.stringify([{ part: 'fridge', celsiusTenths: tenths }]),
    });
    await db
      .insertInto('robot_temperature')
      .values([sample(40, 1), sample(50, 2)])
      .execute();
  });
  return { id, imei };
}

test('a day of a robot: uptime, outages, temperatures', async () => {
  const { id } = await aRobotWithPast();
  const day = await server.call(readingsEndpoint, { robotId: id }, staff);
  expect(day.places).toHaveLength(24);
  expect(day.places.flatMap(({ temperatures }) => temperatures['fridge'] ?? [])).toEqual([45]);
  expect(day).toMatchObject({ cupsToday: 0, lastCupAt: null, uptimeOpen: null, orders: [] });
  // 6 of the 12 hours since it first connected: it was not away before
  const { uptimeLastDay } = await server.call(robotEndpoints.one, { id }, staff);
  for (const uptime of [day.uptime, uptimeLastDay]) expect(Math.abs((uptime ?? 0) - 500_000)).toBeLessThan(1_000);
  // what was before is unknown, and so it is drawn: picture and figure begin at one moment
  const first = server.services.clock.now().getTime() - 12 * HOUR_MS;
  expect(Math.abs(Date.parse(day.knownFrom ?? '') - first)).toBeLessThan(60_000);
  expect(day.outages).toMatchObject([{ to: null, reason: 'will' }]);
  expect((await server.call(readingsEndpoint, { robotId: id, period: 'week' }, staff)).places).toHaveLength(28);
  expect((await server.call(readingsEndpoint, { robotId: id, period: 'month' }, staff)).places).toHaveLength(30);
});

test('the fridge is drawn with the limit of its robot, where it has one', async () => {
  const { id } = await addTestRobot(server, staff);
  const seen = async () => [
    (await server.call(readingsEndpoint, { robotId: id }, staff)).limits['fridge'],
    (await server.call(robotEndpoints.one, { id }, staff)).fridgeLimitCelsius,
  ];
  expect(await seen()).toEqual([80, null]);
  await server.call(robotEndpoints.update, { id, fridgeLimitCelsius: 5 }, staff);
  expect(await seen()).toEqual([50, 5]);
  // what is left out stays
  await server.call(robotEndpoints.update, { id, name: 'Hall' }, staff);
  expect(await seen()).toEqual([50, 5]);
  await server.call(robotEndpoints.update, { id, fridgeLimitCelsius: null }, staff);
  expect(await seen()).toEqual([80, null]);
  expect(await server.call(robotEndpoints.one, { id }, staff)).toMatchObject({ tenantFridgeLimitCelsius: 8 });
});

test('a robot that never connected has no uptime', async () => {
  const { id } = await addTestRobot(server, staff);
  expect(await server.call(readingsEndpoint, { robotId: id }, staff)).toMatchObject({
    ...{ uptime: null, knownFrom: null, outages: [] },
  });
});

test('all readings of all robots in one table, for those who may see them', async () => {
  const spotId = newId();
  await server.services.database.write(tenant.id, (db) =>
    db.insertInto('spot').values({ id: spotId, name: 'Harbour' }).execute(),
  );
  const { id, imei } = await aRobotWithPast(spotId);
  const { records } = await server.call(robotReadings.endpoints.page, { keyword: imei }, staff);
  expect(records).toMatchObject([
    {
      ...{ id, spotName: 'Harbour', online: false, windowState: 'open', countdownDays: 30 },
      ...{ temperatures: 'fridge 4.1', pumps: 'milk ok, syrup fault' },
    },
  ]);
  const total = async (more: object, caller = staff) =>
    (await server.call(robotReadings.endpoints.page, { keyword: imei, ...more } as never, caller)).total;
  expect(await total({ pumps: 'syrup fault' })).toBe(1);
  expect(await total({ online: 'true' })).toBe(0);
  const ofSpot = await tenant.staff(['robot:view'], { spotIds: [spotId] });
  const ofOther = await tenant.staff(['robot:view'], { spotIds: [] });
  const stranger = await (await server.newTenant()).staff();
  expect(await total({}, ofSpot)).toBe(1);
  for (const caller of [ofOther, stranger]) {
    expect(await total({}, caller)).toBe(0);
    await expect(server.call(readingsEndpoint, { robotId: id }, caller)).rejects.toMatchObject({
      problem: 'robot.not-found',
    });
  }
  await expect(server.call(readingsEndpoint, { robotId: id, period: 'year' } as never, staff)).rejects.toMatchObject({
    problem: 'request.malformed',
  });
});
