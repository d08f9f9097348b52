import { afterAll, beforeAll, expect, test } from 'vitest';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { behavesAsRecords, type SamplePlace } from '#platform/records/server/test-records.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { hardwareEndpoints } from '../contract/endpoints.ts';
import { hardware } from '../contract/hardware.ts';
import { hardwareTypes } from '../contract/hardware-types.ts';

const made = new WeakMap<object, Promise<string>>();

/** One type for all samples of a place. */
function typeIn(place: Pick<SamplePlace, 'server' | 'staff'>): Promise<string> {
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
beforeAll(async () => {
  server = await startTestServer();
  tenant = await server.newTenant();
  staff = await tenant.staff();
});
afterAll(() => server?.stop());

test('parts are fitted into a robot, all of them or none', async () => {
  const { robot } = await server.call(robotEndpoints.add, { imei: `8${tenant.id}0000001`, name: 'R1' }, staff);
  const robotId = robot.id;
  const hardwareTypeId = await typeIn({ server, staff });
  const add = (serialNumber: string) =>
    server.call(hardware.endpoints.add, { serialNumber, hardwareTypeId, status: 'spare' }, staff);
  const [one, other] = [await add('SN-1'), await add('SN-2')];
  const fit = (hardwareIds: string[], robot = robotId) =>
    server.call(hardwareEndpoints.addToRobot, { robotId: robot, hardwareIds }, staff);
  await expect(fit([one.id, newId()])).rejects.toMatchObject({ problem: 'record.not-found' });
  await expect(fit([one.id], newId())).rejects.toMatchObject({ problem: 'record.reference-unknown' });
  expect(await server.call(hardware.endpoints.one, { id: one.id }, staff)).toMatchObject({ robotId: null });
  await fit([one.id, other.id]);
  const { records } = await server.call(hardware.endpoints.page, { robotId }, staff);
  expect(records.map(({ serialNumber, status }) => [serialNumber, status]).sort()).toEqual([
    ['SN-1', 'in_use'],
    ['SN-2', 'in_use'],
  ]);
});
