import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { rentalPointEndpoints } from '../contract/endpoints.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
let count = 0;
beforeAll(async () => {
  server = await startTestServer({ planDue: async () => 0 });
});
beforeEach(async () => {
  tenant = await server.newTenant();
  staff = await tenant.staff();
});
afterAll(() => server?.stop());

const write = <Answer>(work: Parameters<typeof server.services.database.write<Answer>>[1]) =>
  server.services.database.write(tenant.id, work);

async function aSpot(name: string, at: { latitude: number; longitude: number } | object = {}): Promise<string> {
  const id = newId();
  await write((db) =>
    db
      .insertInto('spot')
      .values({ id, name, ...at })
      .execute(),
  );
  return id;
}

interface Filled {
  readonly spotId: string | null;
  readonly units: number;
  readonly capacity?: number;
  readonly online?: boolean;
}

/** A cabinet with charged units in its first slots; the others are empty. */
async function aCabinet({ spotId, units, capacity = 8, online = true }: Filled): Promise<string> {
  const id = newId();
  count += 1;
  const facts = { imei: `86100000000${1_000 + count}`, name: `Cabinet ${count}`, online };
  await write(async (db) => {
    await db
      .insertInto('cabinet')
      .values({ id, capacity, spot_id: spotId, created_by: 'Test', ...facts })
      .execute();
    for (let slot = 1; slot <= units; slot += 1)
      await db
        .insertInto('cabinet_slot')
        .values({ cabinet_id: id, slot, state: 'occupied', serial: `PB${count}-${slot}`, soc: 90 })
        .execute();
  });
  return id;
}

const points = (caller = staff) => server.call(rentalPointEndpoints.points, {}, caller);
const plan = (hours: 4 | 8 | 12 = 8, caller = staff) => server.call(rentalPointEndpoints.plan, { hours }, caller);

test('spots with cabinets are points, with what can be borrowed and returned there', async () => {
  const [central] = [await aSpot('Central', { latitude: 59.9, longitude: 10.7 }), await aSpot('Without a cabinet')];
  await aCabinet({ spotId: central, units: 5 });
  await aCabinet({ spotId: central, units: 0, capacity: 4 });
  await aCabinet({ spotId: null, units: 2 });
  const found = await points();
  expect(found).toMatchObject({ withoutSpot: 1 });
  expect(found.points).toMatchObject([
    {
      ...{ name: 'Central', latitude: 59.9, state: 'in_business', isOpen: true, plan: null },
      cabinets: [
        { borrowable: 5, freeSlots: 3, online: true },
        { borrowable: 0, freeSlots: 4 },
      ],
    },
  ]);
});

test('a cabinet that is offline has nothing to borrow, though its units lie in it', async () => {
  await aCabinet({ spotId: await aSpot('Central'), units: 5, online: false });
  expect((await points()).points).toMatchObject([{ cabinets: [{ borrowable: 0, freeSlots: 3, online: false }] }]);
});

test('units that are charged less than the tenant lends from are nothing to borrow', async () => {
  await aCabinet({ spotId: await aSpot('Central'), units: 5 });
  await write((db) => db.updateTable('tenant').set({ lend_from_percent: 95 }).execute());
  expect((await points()).points).toMatchObject([{ cabinets: [{ borrowable: 0, freeSlots: 3 }] }]);
  expect((await plan()).warnings).toMatchObject([{ borrowable: 0, emptyInHours: 0 }]);
});

test('a spot and a cabinet may choose what rentals cost', async () => {
  const plans = ['City', 'Airport', 'Night'].map((name) => ({ id: newId(), name, phases: '[]' }));
  const [city, airport, night] = plans.map(({ id }) => id) as [string, string, string];
  await write(async (db) => {
    await db.insertInto('fee_plan').values(plans).execute();
    await db.insertInto('default_fee_plan').values({ plan_id: city }).execute();
  });
  const [usual, dear] = [await aSpot('Usual'), await aSpot('Dear')];
  await aCabinet({ spotId: usual, units: 1 });
  await aCabinet({ spotId: dear, units: 1 });
  const own = await aCabinet({ spotId: dear, units: 1 });
  await write((db) => db.updateTable('spot').set({ fee_plan_id: airport }).where('id', '=', dear).execute());
  await write((db) => db.updateTable('cabinet').set({ fee_plan_id: night }).where('id', '=', own).execute());
  expect((await points()).points).toMatchObject([
    { name: 'Dear', plan: { name: 'Airport' }, cabinets: [{ plan: null }, { plan: { name: 'Night' } }] },
    { name: 'Usual', plan: { name: 'City' }, cabinets: [{ plan: null }] },
  ]);
});

test('people see the points of their spots alone, and no other tenant sees any', async () => {
  const [here, there] = [await aSpot('Here'), await aSpot('There')];
  for (const spotId of [here, there]) await aCabinet({ spotId, units: 0 });
  const clerk = await tenant.staff(['cabinet:view'], { spotIds: [here] });
  expect((await points(clerk)).points.map(({ name }) => name)).toEqual(['Here']);
  expect((await plan(8, clerk)).warnings.map(({ spotName }) => spotName)).toEqual(['Here']);
  const other = await (await server.newTenant()).staff();
  expect((await points(other)).points).toEqual([]);
});

test('a cabinet that is empty is filled from the one that has too many', async () => {
  const near = await aSpot('Near', { latitude: 59.9, longitude: 10.7 });
  const far = await aSpot('Far', { latitude: 59.9, longitude: 10.8 });
  const [empty, full] = [await aCabinet({ spotId: near, units: 0 }), await aCabinet({ spotId: far, units: 8 })];
  const { warnings, stops, km, missing } = await plan();
  expect(warnings.map(({ cabinetId, emptyInHours, fullInHours }) => [cabinetId, emptyInHours, fullInHours])).toEqual(
    expect.arrayContaining([
      [empty, 0, null],
      [full, null, 0],
    ]),
  );
  expect(stops.map(({ cabinetId, units, load }) => [cabinetId, units, load])).toEqual([
    [full, -4, 4],
    [empty, 4, 0],
  ]);
  expect(km).toBeCloseTo(5.6, 0);
  expect(missing).toBe(0);
});

test('the rentals of the last days say when a cabinet runs empty', async () => {
  const spotId = await aSpot('Busy', { latitude: 59.9, longitude: 10.7 });
  const id = await aCabinet({ spotId, units: 3 });
  const now = server.services.clock.now().getTime();
  // two an hour in each of the next hours of the day, yesterday
  await write(async (db) => {
    for (let hour = 1; hour <= 6; hour += 1)
      for (const serial of ['A', 'B'])
        await db
          .insertInto('power_bank_place')
          .values({
            ...{ id: newId(), serial, state: 'rented', cause: 'ejected', cabinet_id: id },
            at: new Date(now - 24 * 3_600_000 + hour * 3_600_000),
          })
          .execute();
  });
  const { warnings, basedOn } = await plan(8);
  expect(basedOn).toBe(12);
  expect(warnings).toMatchObject([{ cabinetId: id, fullInHours: null }]);
  expect(warnings[0]?.emptyInHours).toBeGreaterThan(0.5);
  expect(warnings[0]?.emptyInHours).toBeLessThan(3);
});

test('a customer finds the cabinets that are nearest to him, with what they have', async () => {
  const [near, far] = [
    await aSpot('Near', { latitude: 59.911, longitude: 10.753 }),
    await aSpot('Far', { latitude: 60.391, longitude: 5.324 }),
  ];
  await aCabinet({ spotId: far, units: 3 });
  await aCabinet({ spotId: near, units: 0, capacity: 4 });
  await aCabinet({ spotId: near, units: 4, capacity: 4 });
  await aCabinet({ spotId: await aSpot('Nowhere'), units: 3 });
  const find = (more: object = {}, caller?: Caller) =>
    tenant
      .storefront({ channel: 'app' })
      .then((app) =>
        server.call(rentalPointEndpoints.nearest, { latitude: 59.911, longitude: 10.752, ...more }, caller ?? app),
      );
  const found = await find();
  expect(found).toMatchObject([
    { spotName: 'Near', borrowable: 0, freeSlots: 4, isOpen: true },
    { spotName: 'Near', borrowable: 4, freeSlots: 0 },
    { spotName: 'Far', borrowable: 3 },
  ]);
  expect(found[0]?.distanceMetres).toBe(56);
  // Oslo to Bergen
  expect(found[2]?.distanceMetres).toBeGreaterThan(300_000);
  expect(found[2]?.distanceMetres).toBeLessThan(310_000);
  expect((await find({ wants: 'units' })).map(({ spotName }) => spotName)).toEqual(['Near', 'Far']);
  expect((await find({ wants: 'slots', limit: 1 })).map(({ freeSlots }) => freeSlots)).toEqual([4]);
  const kiosk = await tenant.storefront({ channel: 'kiosk', spotId: far });
  expect((await find({}, kiosk)).map(({ spotName }) => spotName)).toEqual(['Far']);
  await expect(find({ latitude: 91 })).rejects.toMatchObject({ problem: 'request.malformed' });
  const other = await (await server.newTenant()).storefront({ channel: 'app' });
  expect(await find({}, other)).toEqual([]);
});
