import { afterAll, beforeAll, expect, test } from 'vitest';
import { fleetEndpoints } from '#domains/fleet/contract/endpoints.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { importEndpoints } from '#platform/imports/contract/endpoints.ts';
import { behavesAsRecords, type SamplePlace } from '#platform/records/server/test-records.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import { hardwareEndpoints } from '../contract/endpoints.ts';
import { hardware } from '../contract/hardware.ts';
import { hardwareTypes } from '../contract/hardware-types.ts';

const made = new WeakMap<object, Promise<string>>();

/** One type for all samples of a place. */
function typeIn(place: SamplePlace): Promise<string> {
  const known = made.get(place);
  if (known) return known;
  const type = { name: 'Grinder', model: 'K30', kind: 'coffee_maker', faultSeverity: 'major' } as const;
  const id = place.server.call(hardwareTypes.endpoints.add, type, place.staff).then((row) => row.id);
  made.set(place, id);
  return id;
}

behavesAsRecords(hardware, async (place) => {
  const part = { serialNumber: 'SN', status: 'spare', installedOn: '2026-03-02' } as const;
  return { ...part, hardwareTypeId: await typeIn(place), warrantyUntil: '2029-03-01' };
});

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
let place: SamplePlace;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await server.newTenant();
  staff = await tenant.staff();
  place = { server, tenant, staff };
});
afterAll(() => server?.stop());

let robots = 0;
const aRobot = async (spotId?: string): Promise<string> => {
  robots += 1;
  const imei = `8${tenant.id}${String(robots).padStart(7, '0')}`;
  const { robot } = await server.call(
    robotEndpoints.add,
    { imei, name: `R${robots}`, ...(spotId && { spotId }) },
    staff,
  );
  return robot.id;
};
const aPart = async (more: { status?: 'in_use' | 'spare' | 'broken'; robotId?: string; installedOn?: string } = {}) => {
  const part = { serialNumber: newId(), hardwareTypeId: await typeIn(place), status: 'spare', ...more } as const;
  return server.call(hardware.endpoints.add, part, staff);
};
const fitInto = (hardwareIds: string[], robotId: string, caller = staff) =>
  server.call(hardwareEndpoints.addToRobot, { robotId, hardwareIds }, caller);
const one = (id: string, caller = staff) => server.call(hardware.endpoints.one, { id }, caller);

test('a table says days as spreadsheets of either language write them', async () => {
  const days = ['2026-03-02', '2026/3/2', '2026.03.02', '2026年3月2日', '2.3.2026', '2026-02-30'];
  const lines = days.map((installedOn, at) => `Day ${at},Grinder,spare,${installedOn}`);
  await typeIn(place);
  const bytes = Buffer.from(['serialNumber,hardwareTypeId,status,installedOn', ...lines].join('\n'));
  const job = await server.call(hardware.endpoints.importCheck, { file: { name: 'a.csv', bytes } }, staff);
  const { records } = await server.call(importEndpoints.rows, { id: job.id, only: 'bad' }, staff);
  const faults = [{ column: 'installedOn', message: 'A day such as 2027-01-31' }];
  expect(records).toMatchObject([
    { rowNo: 6, faults },
    { rowNo: 7, faults },
  ]);
  await server.call(importEndpoints.start, { id: job.id, mode: 'good' }, staff);
  await server.runDue();
  const made = await server.call(hardware.endpoints.page, { keyword: 'Day ' }, staff);
  expect(made.records.map(({ installedOn }) => installedOn)).toEqual(Array(4).fill('2026-03-02'));
});

test('parts are fitted into a robot, all of them or none', async () => {
  const robotId = await aRobot();
  const [first, other] = [await aPart({ installedOn: '2020-01-01' }), await aPart()];
  await expect(fitInto([first.id, newId()], robotId)).rejects.toMatchObject({ problem: 'record.not-found' });
  await expect(fitInto([first.id], newId())).rejects.toMatchObject({ problem: 'record.reference-unknown' });
  expect(await one(first.id)).toMatchObject({ robotId: null, installedOn: '2020-01-01' });
  await fitInto([first.id, other.id], robotId);
  // on the tenant's day, which may change while the test runs
  const today = await server.services.database.read(tenant.id, async (db) =>
    localDay(new Date(), (await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow()).time_zone),
  );
  const { records } = await server.call(hardware.endpoints.page, { robotId }, staff);
  expect(records.map(({ status, installedOn }) => [status, installedOn])).toEqual([
    ['in_use', today],
    ['in_use', today],
  ]);
});

test('a part that stays where it is keeps the day on which it came', async () => {
  const robotId = await aRobot();
  const part = await aPart({ status: 'in_use', robotId, installedOn: '2020-01-01' });
  await fitInto([part.id], robotId);
  expect(await one(part.id)).toMatchObject({ robotId, installedOn: '2020-01-01' });
});

test('nothing is fitted that is broken or in use elsewhere, nor into a robot that is retired', async () => {
  const [robotId, elsewhere, retired] = [await aRobot(), await aRobot(), await aRobot()];
  const [broken, used, spare] = [
    await aPart({ status: 'broken' }),
    await aPart({ status: 'in_use', robotId: elsewhere }),
    await aPart({ status: 'spare', robotId: elsewhere }),
  ];
  await server.call(fleetEndpoints.retire, { robotId: retired, reason: 'sold' }, staff);
  const named = (problem: string) => ({ problem, answer: { body: { faults: [{ path: 'hardwareIds' }] } } });
  await expect(fitInto([spare.id, broken.id], robotId)).rejects.toMatchObject(named('hardware.broken'));
  await expect(fitInto([spare.id, used.id], robotId)).rejects.toMatchObject(named('hardware.in-use-elsewhere'));
  await expect(fitInto([spare.id], retired)).rejects.toMatchObject({ problem: 'robot.retired' });
  expect(await one(used.id)).toMatchObject({ robotId: elsewhere, status: 'in_use' });
  expect(await one(broken.id)).toMatchObject({ robotId: null, status: 'broken' });
  // what only lies there may be taken along
  await fitInto([spare.id], robotId);
  expect(await one(spare.id)).toMatchObject({ robotId, status: 'in_use' });
});

test('people of chosen spots see the parts of their robots, and spare ones', async () => {
  const spotId = newId();
  const otherSpotId = newId();
  await server.services.database.write(tenant.id, (db) =>
    db
      .insertInto('spot')
      .values([
        { id: spotId, name: `Quay ${spotId}` },
        { id: otherSpotId, name: `Hill ${otherSpotId}` },
      ])
      .execute(),
  );
  const [robotHere, robotThere] = [await aRobot(spotId), await aRobot(otherSpotId)];
  const here = await aPart({ status: 'in_use', robotId: robotHere });
  const there = await aPart({ status: 'in_use', robotId: robotThere });
  const spare = await aPart();
  const clerk = await tenant.staff('all', { spotIds: [spotId] });
  const listed = await server.call(hardware.endpoints.page, { pageSize: 100 }, clerk);
  const ids = listed.records.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([here.id, spare.id]));
  expect(ids).not.toContain(there.id);
  expect(listed.total).toBe(ids.length);

  await expect(one(there.id, clerk)).rejects.toMatchObject({ problem: 'record.not-found' });
  const edit = (id: string, robotId: string | null) => server.call(hardware.endpoints.edit, { id, robotId }, clerk);
  await expect(edit(there.id, null)).rejects.toMatchObject({ problem: 'record.not-found' });
  await expect(fitInto([there.id], robotHere, clerk)).rejects.toMatchObject({ problem: 'record.not-found' });
  // a robot that he does not see is as unknown as one that is not there
  const unknown = { problem: 'record.reference-unknown', answer: { body: { faults: [{ path: 'robotId' }] } } };
  for (const robotId of [robotThere, newId()]) {
    await expect(fitInto([spare.id], robotId, clerk)).rejects.toMatchObject(unknown);
    await expect(edit(spare.id, robotId)).rejects.toMatchObject(unknown);
  }
  await expect(server.call(hardware.endpoints.remove, { id: there.id }, clerk)).rejects.toMatchObject({
    problem: 'record.not-found',
  });
  await fitInto([spare.id], robotHere, clerk);
  expect(await one(spare.id, clerk)).toMatchObject({ robotId: robotHere });
  expect(await one(there.id)).toMatchObject({ robotId: robotThere });
});
