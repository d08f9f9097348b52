import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { RENTAL_VIEWS, rentals } from '../contract/rental-list.ts';
import { rentals as slice } from './index.ts';
import { startTestLender, type TestLender, type TestStation } from './test-rentals.ts';

const HOUR_MS = 3_600_000;
const RENTALS = 240;
const BEGAN = Date.parse('2027-02-20T05:00:00Z');
const SPOTS = [newId(), newId()];

let lender: TestLender;
let station: TestStation;
beforeAll(async () => {
  lender = await startTestLender();
  station = await lender.open();
  await station.inside(async ({ db }) => {
    for (const [nth, id] of SPOTS.entries())
      await db
        .insertInto('spot')
        .values({ id, name: `Hall ${nth}` })
        .execute();
    await db
      .insertInto('rental_order')
      .values(
        Array.from({ length: RENTALS }, (_, nth) => {
          const at = new Date(BEGAN + nth * HOUR_MS);
          return {
            ...{
              id: newId(),
              order_no: `R${nth}`,
              status: nth % 8,
              step: 'over',
              review: nth % 5 === 0,
              currency: 'NOK',
            },
            ...{
              cabinet_id: newId(),
              cabinet_imei: `C${nth % 3}`,
              spot_id: [...SPOTS, null][nth % 3] ?? null,
              plan: '{}',
            },
            ...{ deposit_minor: 0, created_at: at, changed_at: at, kind: nth % 16 === 6 ? 'repurchase' : 'lease' },
          };
        }),
      )
      .execute();
  });
});
afterAll(() => lender.stop());

const hours = (from: number, to: number) => ({
  createdFrom: new Date(BEGAN + from * HOUR_MS).toISOString(),
  createdTo: new Date(BEGAN + to * HOUR_MS).toISOString(),
});
const ASKED: readonly object[] = [
  ...Object.values(RENTAL_VIEWS),
  ...[hours(0, RENTALS), hours(7, 100), hours(19, 67), hours(3, 9), { createdFrom: hours(30, 0).createdFrom }],
  ...[
    { status: '1,2,7', ...hours(7, 100) },
    { status: '!1,2', ...hours(7, 100) },
    { review: 'true', ...hours(19, 91) },
  ],
  ...[
    { spotId: SPOTS[0], ...hours(10, 130) },
    { spotId: 'none', ...hours(10, 130) },
  ],
  // the counts know nothing of these
  ...[
    { kind: 'repurchase', ...hours(7, 200) },
    { keyword: 'C1', status: '4' },
    { endedBy: '!staff', ...hours(7, 200) },
  ],
];

/** The total that the list answers, and as many as it shows. */
async function totalsAndRows(): Promise<{ total: number; shown: number }[]> {
  const everywhere = await station.staff();
  const here = await station.tenant.staff('all', { spotIds: [SPOTS[1]!] });
  const found = [];
  for (const caller of [everywhere, here])
    for (const asked of ASKED) {
      const page = (pageNo: number) =>
        lender.server.call(rentals.endpoints.page, { ...asked, pageNo, pageSize: 200 }, caller);
      const [first, second] = [await page(1), await page(2)];
      found.push({ total: first.total, shown: first.records.length + second.records.length });
    }
  return found;
}
const addUp = async (): Promise<void> => {
  const { services } = lender.server;
  for (const schedule of slice.schedules ?? [])
    if (schedule.name === 'rentals.add-up-counts') await schedule.run(services, services.clock.now());
};

test('the total is that of the rows at any moment, whatever is asked and whoever asks', async () => {
  const check = async (): Promise<void> => {
    for (const [place, { total, shown }] of (await totalsAndRows()).entries())
      expect(total, JSON.stringify(ASKED[place % ASKED.length])).toBe(shown);
  };
  const all = await totalsAndRows();
  expect(new Set(all.map(({ total }) => total)).size).toBeGreaterThan(12);
  await check();
  await addUp();
  await check();
  await station.inside(async ({ db }) => {
    await db.updateTable('rental_order').set({ status: 4 }).where('order_no', 'like', 'R1_').execute();
    await db
      .updateTable('rental_order')
      .set({ spot_id: SPOTS[1]!, review: true })
      .where('order_no', 'like', 'R2_')
      .execute();
    await db.updateTable('rental_order').set({ spot_id: null }).where('order_no', 'like', 'R3_').execute();
    await db.deleteFrom('rental_order').where('order_no', 'like', 'R4_').execute();
  });
  await check();
  await Promise.all([addUp(), addUp()]);
  await check();
  const left = await station.inside(({ db }) => db.selectFrom('rental_count_delta').select('count').execute());
  expect(left).toEqual([]);
});
