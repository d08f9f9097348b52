import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { LARGE_FLEET } from './robot-census.ts';
import { startWithTwoSpots, type TwoSpots } from './test-robots.ts';

// A fleet so large that what is asked of all its robots is shared: everybody is told of those that he sees, and of no others.
const AT_HARBOUR = LARGE_FLEET;
const AT_AIRPORT = 20;
/** The robot of the catalogue, which stands at the harbour and is online. */
const MORE = 1;
let shop: TwoSpots;

beforeAll(async () => {
  shop = await startWithTwoSpots();
  const robots = sql`
    insert into robot (tenant_id, id, imei, name, spot_id, last_heard_at, online)
    select ${shop.tenant.id}::bigint, gen_random_uuid(), 'CENSUS' || lpad(n::text, 9, '0'), 'Robot ' || n,
           case when n <= ${AT_HARBOUR} then ${shop.goods.spotId}::uuid else ${shop.otherSpotId}::uuid end, now(), n % 2 = 0
      from generate_series(1, ${AT_HARBOUR + AT_AIRPORT}::integer) n
    on conflict do nothing`;
  await shop.server.services.database.write(shop.tenant.id, (db) => robots.execute(db));
});
afterAll(() => shop?.server.stop());

const totalFor = async (caller: Caller): Promise<number> =>
  (await shop.server.call(robotEndpoints.monitor, { most: 0 }, caller)).counts.total;
const offlineFor = async (caller: Caller, filters = {}): Promise<number> =>
  (await shop.server.call(robotEndpoints.healthCounts, filters, caller)).offline;

test('readers of several spots share what they see, and see nothing of others', async () => {
  const { tenant, staff, goods, otherSpotId } = shop;
  const clerks = await Promise.all(
    [[goods.spotId], [otherSpotId], [otherSpotId, goods.spotId], []].map((spotIds) => tenant.staff('all', { spotIds })),
  );
  const foreigner = await (await shop.server.newTenant()).staff();
  const readers = [staff, ...clerks, foreigner];
  // the second time each is told what is shared by then
  for (const _ of [1, 2])
    expect(await Promise.all(readers.map(totalFor))).toEqual([
      AT_HARBOUR + MORE + AT_AIRPORT,
      AT_HARBOUR + MORE,
      AT_AIRPORT,
      AT_HARBOUR + MORE + AT_AIRPORT,
      0,
      0,
    ]);
  expect(await Promise.all(readers.map((reader) => offlineFor(reader)))).toEqual(
    [AT_HARBOUR + AT_AIRPORT, AT_HARBOUR, AT_AIRPORT, AT_HARBOUR + AT_AIRPORT, 0, 0].map((count) => count / 2),
  );
});

test('a list with filters is counted by itself', async () => {
  expect(await offlineFor(shop.staff, { spotId: shop.otherSpotId })).toBe(AT_AIRPORT / 2);
  expect(await offlineFor(shop.staff, { keyword: 'CENSUS00000' })).toBe((AT_HARBOUR + AT_AIRPORT) / 2);
  expect(await offlineFor(shop.staff)).toBe((AT_HARBOUR + AT_AIRPORT) / 2);
});
