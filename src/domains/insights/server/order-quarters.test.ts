import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUpQuarters } from '#domains/order-sums/server/order-quarters.ts';
import { sumDays } from '#domains/order-sums/server/sum-days.ts';
import { startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { startOfDay } from '#platform/time/rules/local-day.ts';
import { ORDER_DIMENSIONS } from '../contract/order-breakdown.ts';
import { sumByDimension } from './order-breakdown-store.ts';
import { type BucketSum, type StatusSum, type SumParts, sumOrders, sumRows } from './order-statistics-store.ts';

let town: TestTown;
let shop: TestShop;
let model: string;
beforeAll(async () => {
  town = await startTestTown();
});
afterAll(() => town.stop());

/** Three days of which the sums are compared. */
const PERIODS = [
  { place: 'half an hour beside the hours of UTC', timeZone: 'Asia/Kolkata', from: '2027-01-02', to: '2027-01-05' },
  { place: 'where the clocks go back', timeZone: 'Europe/Oslo', from: '2026-10-24', to: '2026-10-27' },
  { place: 'where the clocks go forward', timeZone: 'Europe/Oslo', from: '2027-03-27', to: '2027-03-30' },
];
let period: { readonly timeZone: string; readonly from: Date; readonly to: Date };
/** A part of the period that has passed. */
const at = fc.double({ min: 0, max: 1, noNaN: true });
const instantOf = (passed: number) =>
  new Date(Math.floor(period.from.getTime() + passed * (period.to.getTime() - period.from.getTime())));

const status = fc.integer({ min: 1, max: 7 });
const facts = {
  status,
  cups: fc.integer({ min: 1, max: 4 }),
  paid_minor: fc.constantFrom(0, 2_500, 90_000),
  had_issue: fc.boolean(),
  payment_issue: fc.boolean(),
  refund_status: fc.option(fc.integer({ min: 100, max: 104 })),
};
/** What happens to orders, in any order: sales, late events of devices, refunds, orders that move to another spot or are removed. */
const act = fc.oneof(
  fc.record({
    act: fc.constant('add' as const),
    count: fc.integer({ min: 1, max: 5 }),
    created_at: at,
    elsewhere: fc.boolean(),
    ...facts,
  }),
  fc.record({ act: fc.constant('change' as const), part: fc.integer({ min: 1, max: 4 }), ...facts }),
  fc.record({ act: fc.constant('refund' as const), part: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ act: fc.constant('move' as const), part: fc.integer({ min: 1, max: 4 }), created_at: at }),
  fc.record({ act: fc.constant('remove' as const), part: fc.constant(3) }),
  fc.record({ act: fc.constant('otherRobot' as const), part: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ act: fc.constant('addUp' as const) }),
  fc.record({ act: fc.constant('sumDays' as const) }),
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

/** As many lines as orders that came together; each second one of the same drink. */
const linesOf = (orderNo: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{
      order_no: orderNo,
      line_no: index + 1,
      goods_id: index % 2 === 0 ? shop.latteId : shop.espressoId,
      name: 'Drink',
    },
    ...{ options: '[]', quantity: 1, list_price_minor: 100, unit_minor: 100, amount_minor: 100, discount_minor: 0 },
    ...{ tax_minor: 0, payable_minor: 100, tax_rate: 0, recipe: '[]' },
  }));

let number = 0;
async function perform(db: TenantDb, one: Act): Promise<void> {
  if (one.act === 'add') {
    const { act: _, count, elsewhere, ...row } = one;
    const {
      price,
      tenant_id: _tenant,
      ...order
    } = await db.selectFrom('coffee_order').selectAll().where('order_no', '=', model).executeTakeFirstOrThrow();
    const rows = Array.from({ length: count }, () => {
      number += 1;
      const own = {
        order_no: `test-${number}`,
        pickup_code: null,
        refunded_minor: 0,
        spot_id: elsewhere ? shop.otherSpotId : order.spot_id,
      };
      const created_at = instantOf(row.created_at);
      return { ...order, ...row, ...own, created_at, price: JSON.stringify(price), coupon: null };
    });
    await db.insertInto('coffee_order').values(rows).execute();
    await db
      .insertInto('order_line')
      .values(rows.flatMap(({ order_no }) => linesOf(order_no, count)))
      .execute();
    return;
  }
  if (one.act === 'addUp' || one.act === 'sumDays') return;
  const some = sql<boolean>`order_no like 'test-%' and right(order_no, 1)::integer % ${one.part} = 0`;
  if (one.act === 'remove') await db.deleteFrom('coffee_order').where(some).execute();
  if (one.act === 'otherRobot')
    await db
      .updateTable('coffee_order')
      .set({ robot_imei: sql`case when robot_imei = 'another' then 'a third one' else 'another' end` })
      .where(some)
      .execute();
  if (one.act === 'refund')
    await db
      .updateTable('coffee_order')
      .set({ refunded_minor: sql`paid_minor / 2`, refund_status: 102 })
      .where(some)
      .execute();
  if (one.act === 'move') {
    const set = { created_at: instantOf(one.created_at), spot_id: shop.otherSpotId };
    await db.updateTable('coffee_order').set(set).where(some).execute();
  }
  if (one.act === 'change') {
    const { act: _, part, ...set } = one;
    await db
      .updateTable('coffee_order')
      .set({ ...set, refunded_minor: 0 })
      .where(some)
      .execute();
  }
}

/** Whether sums and orders say the same, over all days and until a moment in the middle of a quarter. */
async function expectSame(cut: Date): Promise<void> {
  const { services } = town.server;
  const { timeZone, from, to } = period;
  const range = { from, to, ruled: null };
  await services.database.read(shop.tenant.id, async (db) => {
    for (const spotIds of [null, [shop.otherSpotId]])
      for (const unit of ['hour', 'day'] as const) {
        const parts: SumParts = { bucket: { unit, timeZone }, cut };
        const all = { ...range, spotIds };
        const { ofBuckets, ofStatuses } = await sumOrders(db, all, parts);
        const plain = await sumRows(db, all, parts);
        expect(merged(ofBuckets, bucketKey)).toEqual(merged(plain, bucketKey));
        expect(merged(ofStatuses, statusKey)).toEqual(merged(plain, statusKey));
      }
    for (const [by, spotIds] of ORDER_DIMENSIONS.flatMap(
      (one) =>
        [
          [one, null],
          [one, [shop.otherSpotId]],
        ] as const,
    )) {
      const asked = { ...range, to: cut > from ? cut : to, spotIds, timeZone };
      // a rule that leaves everything reads the orders one by one
      const plain = await sumByDimension(db, { ...asked, ruled: sql<boolean>`true` }, by);
      const key = (one: { key: string; currency: string }) => `${one.key} ${one.currency}`;
      expect((await sumByDimension(db, asked, by)).toSorted((a, b) => (key(a) < key(b) ? -1 : 1))).toEqual(
        plain.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)),
      );
    }
  });
}

test.each(PERIODS)(
  'sums of quarters and days are the sums of the orders, whatever happens to them, $place',
  async ({ timeZone, from, to }) => {
    period = { timeZone, from: startOfDay(from, timeZone), to: startOfDay(to, timeZone) };
    shop = await town.openShop({ timeZone, currency: 'SEK' });
    model = (await shop.paidOrder()).orderNo;
    const { services } = town.server;
    // days are summed up when they are over
    services.clock.set(new Date('2027-05-01T00:00:00Z'));
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 14 }), at, async (acts, passed) => {
        const cut = instantOf(passed);
        for (const one of acts) {
          if (one.act === 'addUp') await addUpQuarters.run(services, new Date());
          else if (one.act === 'sumDays') await sumDays.run(services, new Date());
          else await services.database.write(shop.tenant.id, (db) => perform(db, one));
        }
        await expectSame(cut);
        // all of it summed up; then changed in what only a division shows, and that noticed
        const [sum, addUp] = [sumDays, addUpQuarters].map((job) => () => job.run(services, new Date()));
        const change = () =>
          services.database.write(shop.tenant.id, (db) => perform(db, { act: 'otherRobot', part: 1 }));
        for (const next of [addUp, sum, change, addUp, sum] as const) {
          await next?.();
          await expectSame(cut);
        }
      }),
      { numRuns: 3 },
    );
  },
);

const bucketKey = ({ at: begin, currency }: BucketSum): string => `${begin?.toISOString()} ${currency}`;
const statusKey = ({ isBeforeCut, currency, status: code }: StatusSum): string => `${isBeforeCut} ${currency} ${code}`;

/** Rows of one key are one. */
function merged<Sum extends BucketSum | StatusSum>(sums: readonly Sum[], keyOf: (sum: Sum) => string): string[] {
  const groups = Map.groupBy(sums, keyOf);
  const added = [...groups].map(([key, rows]) => {
    const total = (value: (sum: Sum) => number): number => rows.reduce((all, row) => all + value(row), 0);
    const counts = [total((sum) => sum.orders), total((sum) => sum.cups), total((sum) => sum.paidOrders)];
    const money = [total((sum) => sum.paidMinor), total((sum) => sum.refundedMinor)];
    const trouble = [total((sum) => sum.refundedOrders), total((sum) => sum.openRefunds), total((sum) => sum.abnormal)];
    return [key, ...counts, ...money, ...trouble].join();
  });
  return added.sort();
}
