import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCatalogue } from '#domains/beverages/server/test-catalogue.ts';
import { deviceEndpoints } from '#domains/devices/contract/endpoints.ts';
import { LONG_OFFLINE_MINUTES } from '#domains/devices/rules/presence.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { noticeEndpoints } from '#system/notices/contract/endpoints.ts';
import { notices } from '#system/notices/server/index.ts';
import { devices } from './index.ts';
import { tellOfTroubledRobots } from './robot-notices.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer({ slices: [notices, devices], planDue: async () => 0 });
  tenant = await server.newTenant();
  staff = await tenant.staff();
});
afterAll(() => server.stop());

const look = () => tellOfTroubledRobots.run(server.services, server.services.clock.now());
const told = async (caller = staff) => (await server.call(noticeEndpoints.page, {}, caller)).records;
const pass = (minutes: number): void =>
  server.services.clock.set(new Date(server.services.clock.now().getTime() + minutes * 60_000));
const turn = (id: string, online: boolean) =>
  server.services.database.write(tenant.id, (db) =>
    db
      .updateTable('robot')
      .set({ online, presence_changed_at: server.services.clock.now() })
      .where('id', '=', id)
      .execute(),
  );

test('a robot that is away for long is told once to those who see its spot, and settled when it is back', async () => {
  const { spotId } = await aCatalogue(server.services.database, tenant.id);
  const request = { imei: '860000000000917', name: 'Lobby', spotId };
  const { robot } = await server.call(deviceEndpoints.add, request, staff);
  await turn(robot.id, false);
  pass(LONG_OFFLINE_MINUTES - 1);
  await look();
  expect(await told()).toEqual([]);
  pass(1);
  await look();
  await look();
  expect(await told()).toMatchObject([
    {
      kind: 'devices.robot-offline',
      params: { name: 'Lobby', imei: '860000000000917' },
      path: '/devices/robots/860000000000917',
      settledAt: null,
    },
  ]);
  const elsewhere = await tenant.staff(['robot:view'], { spotIds: [] });
  expect(await told(elsewhere)).toEqual([]);
  await turn(robot.id, true);
  await look();
  expect(await told()).toMatchObject([{ settledAt: expect.any(String) }]);
});

test('a robot that reports faults is told with their words, and settled when it reports none', async () => {
  const { robot } = await server.call(deviceEndpoints.add, { imei: '860000000000920', name: 'Hall' }, staff);
  const report = (faults: object[]) =>
    server.services.database.write(tenant.id, (db) =>
      db
        .updateTable('robot')
        .set({ abnormal: faults.length > 0, faults: JSON.stringify(faults) })
        .where('id', '=', robot.id)
        .execute(),
    );
  const ofFault = async () => (await told()).filter(({ kind }) => kind === 'devices.robot-fault');
  await report([{ code: 'grinder-jam' }, { code: 'pump', part: 'milk' }, { code: 'x', text: 'Door open' }]);
  await look();
  await look();
  expect(await ofFault()).toMatchObject([
    { params: { name: 'Hall', fault: 'grinder-jam, milk: pump, Door open' }, settledAt: null },
  ]);
  await report([]);
  await look();
  expect(await ofFault()).toMatchObject([{ settledAt: expect.any(String) }]);
});

test('a robot that was never heard, or fell silent days ago, is no news', async () => {
  const before = (await told()).length;
  await server.call(deviceEndpoints.add, { imei: '860000000000918', name: 'New' }, staff);
  const { robot } = await server.call(deviceEndpoints.add, { imei: '860000000000919', name: 'Old' }, staff);
  await turn(robot.id, false);
  pass(25 * 60);
  await look();
  expect(await told(await tenant.staff())).toHaveLength(before);
});
