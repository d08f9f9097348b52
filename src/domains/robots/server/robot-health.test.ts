import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '#apps/simulator/world/random.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import type { Robot } from '#domains/robots/contract/robot.ts';
import { ATTENTION_HEALTHS, ROBOT_HEALTHS, type RobotHealth } from '#domains/robots/contract/robot-status.ts';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { startWithTwoSpots, type TwoSpots } from './test-robots.ts';

// The rule in TypeScript says of each row what the rule in SQL counts, narrows and sorts by, whatever the fleet looks like.
const ROBOTS = 150;
let shop: TwoSpots;
let staff: Caller;
let all: Robot[];

beforeAll(async () => {
  shop = await startWithTwoSpots();
  staff = shop.staff;
  await furnish();
  all = await rowsOf({});
});
afterAll(() => shop?.server.stop());

type Filters = RequestInput<typeof robotEndpoints.page>;
const rowsOf = async (filters: Filters, caller = staff) =>
  (await shop.server.call(robotEndpoints.page, { pageSize: 200, ...filters }, caller)).records;
const ids = (robots: readonly Robot[]) => robots.map(({ id }) => id).toSorted();
const ofHealth = (...healths: readonly RobotHealth[]) => all.filter(({ health }) => healths.includes(health));

async function furnish(): Promise<void> {
  const { server, tenant, goods, otherSpotId } = shop;
  const draw = createRandom('a fleet of all kinds');
  await server.services.database.write(tenant.id, async (db) => {
    for (let index = 0; index < ROBOTS; index++) {
      const id = newId();
      const abnormal = draw.chance(0.1);
      await db
        .insertInto('robot')
        .values({
          id,
          imei: `HEALTH${String(index).padStart(10, '0')}`,
          name: `Robot ${String(index).padStart(3, '0')}`,
          spot_id: draw.chance(0.5) ? goods.spotId : otherSpotId,
          online: draw.chance(0.85),
          last_heard_at: draw.chance(0.9) ? new Date() : null,
          mode: draw.chance(0.15) ? 'maintain' : 'normal',
          abnormal,
          faults: JSON.stringify(abnormal ? [{ code: 'door-open' }] : []),
        })
        .execute();
      for (const [code, material] of Object.entries(goods.materials)) {
        if (draw.chance(0.05)) continue;
        const short = draw.chance(0.15);
        await db
          .insertInto('robot_material')
          .values({
            robot_id: id,
            material_id: material,
            capacity: 2_000,
            current: short ? draw.integer(0, 20) : draw.integer(400, 2_000),
            reserved: draw.chance(0.1) ? 390 : 0,
            low_mark: draw.chance(0.2) ? 500 : 0,
            ...(code === 'milk' && draw.chance(0.1) ? { empty_since: new Date() } : {}),
            ...(draw.chance(0.1) ? { reported: draw.integer(0, 300), reported_at: new Date() } : {}),
          })
          .execute();
      }
      for (const beverage_id of [goods.latteId, goods.espressoId])
        if (draw.chance(0.08))
          await db.insertInto('robot_beverage_off').values({ robot_id: id, beverage_id }).execute();
    }
  });
}

test('the fleet of this test has robots of every health', () => {
  for (const health of ROBOT_HEALTHS) expect(ofHealth(health).length, health).toBeGreaterThan(0);
});

test.each(ROBOT_HEALTHS)('the list narrowed to %s shows those that say so of themselves', async (health) => {
  expect(ids(await rowsOf({ health }))).toEqual(ids(ofHealth(health)));
});

test('several at once, and all but some', async () => {
  expect(ids(await rowsOf({ health: ATTENTION_HEALTHS.join(',') }))).toEqual(ids(ofHealth(...ATTENTION_HEALTHS)));
  const others = ROBOT_HEALTHS.filter((health) => health !== 'selling');
  expect(ids(await rowsOf({ health: '!selling' }))).toEqual(ids(ofHealth(...others)));
  await expect(rowsOf({ health: 'selling,asleep' })).rejects.toMatchObject({ problem: 'request.malformed' });
});

test('sorted by it the worst come first', async () => {
  const ranks = (await rowsOf({ column: 'health', order: 'asc' })).map(({ health }) => ROBOT_HEALTHS.indexOf(health));
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
});

test('each tile of the monitor counts the rows that it opens, and together they are the fleet', async () => {
  const clerk = await shop.tenant.staff('all', { spotIds: [shop.otherSpotId] });
  const places = [
    { caller: staff, where: {} },
    { caller: staff, where: { spotId: shop.goods.spotId } },
    { caller: clerk, where: {} },
  ];
  for (const { caller, where } of places) {
    const { counts, robots } = await shop.server.call(robotEndpoints.monitor, where, caller);
    expect(Object.values(counts.health).reduce((sum, count) => sum + count, 0)).toBe(counts.total);
    expect(counts.total).toBe((await rowsOf(where, caller)).length);
    expect(counts.attention).toBe((await rowsOf({ ...where, health: ATTENTION_HEALTHS.join(',') }, caller)).length);
    for (const health of ROBOT_HEALTHS) {
      expect(counts.health[health], health).toBe((await rowsOf({ ...where, health }, caller)).length);
      expect(robots.filter((robot) => robot.health === health).length).toBe(counts.health[health]);
    }
  }
});

test('the counts of the filter are those of its rows, by whatever else the list is narrowed', async () => {
  const others: Filters[] = [
    {},
    { keyword: '1' },
    { status: 'normal' },
    { abnormal: true },
    { spotId: shop.otherSpotId },
  ];
  for (const where of others) {
    const counts = await shop.server.call(robotEndpoints.healthCounts, { ...where, health: 'fault' }, staff);
    for (const health of ROBOT_HEALTHS)
      expect(counts[health], `${JSON.stringify(where)} ${health}`).toBe((await rowsOf({ ...where, health })).length);
  }
});

test('reasons name materials in the language of the reader', async () => {
  const lacking = all.find(({ healthReason }) => healthReason.code === 'someOutOfMaterials');
  expect(lacking?.healthReason.materials).toEqual(expect.arrayContaining([expect.stringMatching(/^[A-Z]/)]));
});
