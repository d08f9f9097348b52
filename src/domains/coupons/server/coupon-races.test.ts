import { afterAll, beforeAll, expect, test } from 'vitest';
import { customersSlice } from '#domains/customers/server/index.ts';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { aKey, startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { records } from '#platform/records/server/index.ts';
import { Refused } from '#platform/testing/test-server.ts';
import { couponCodes } from '../contract/coupon-codes.ts';
import { coupons, type NewCoupon } from '../contract/coupons.ts';
import { couponEndpoints } from '../contract/endpoints.ts';
import { storefrontCouponEndpoints } from '../contract/storefront-endpoints.ts';

/** Each race is run so often; `BIG_RACES=on` adds 500 customers with 4 claims each on 50 codes. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 10);
/** Of fifty rounds on a busy machine. */
const LONGEST_MS = 240_000;
const IS_BIG = process.env['BIG_RACES'] === 'on';

let town: TestTown;
let shop: TestShop;
let staff: Awaited<ReturnType<TestShop['tenant']['staff']>>;
beforeAll(async () => {
  town = await startTestTown([customersSlice, records]);
  shop = await town.openShop();
  staff = await shop.tenant.staff();
});
afterAll(() => town?.stop());

let made = 0;
const add = (given: Partial<NewCoupon>) => {
  made += 1;
  const sample = {
    ...{ title: `Race ${made}`, type: 4, valueMinor: 500, startsAt: '2026-01-01T00:00:00.000Z' },
    ...{ endsAt: '2036-12-31T22:59:59.999Z', maxTotal: 100, maxUses: 1 },
  };
  return town.server.call(coupons.endpoints.add, { ...sample, ...given } as never, staff);
};
const one = async (id: string) => (await town.server.call(coupons.endpoints.one, { id }, staff)) as object;
const problemOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error) => (error instanceof Refused ? error.problem : Promise.reject(error)),
  );
const tally = (outcomes: readonly string[]) =>
  Object.fromEntries(
    [...Map.groupBy(outcomes, (one) => one)].map(([problem, list]) => [problem || 'done', list.length]),
  );
const claim = (couponId: string, customerId: string) =>
  problemOf(town.server.call(storefrontCouponEndpoints.claim, { couponId, customerId }, shop.customer));
const order = (couponCode: string, caller = shop.customer) =>
  problemOf(
    town.server.call(
      storefrontEndpoints.createOrder,
      { spotId: shop.spotId, lines: [{ goodsId: shop.latteId, quantity: 1 }], couponCode },
      { ...caller, headers: aKey() },
    ),
  );
const rounds = async (round: () => Promise<void>): Promise<void> => {
  for (let nth = 0; nth < ROUNDS; nth += 1) await round();
};

/** The customers of a race claim `each` times at once; the claims of one stand far apart from one another. */
async function race(customers: number, each: number, codes: number): Promise<void> {
  const { id } = await add({ qrClaim: true, maxTotal: codes });
  const outcomes = await Promise.all(
    Array.from({ length: customers * each }, (_, at) => claim(id, `racer-${at % customers}`)),
  );
  expect(tally(outcomes)).toMatchObject({ done: codes });
  expect(await one(id)).toMatchObject({ issued: codes, left: 0 });
  const holders = await shop.inside((tx) =>
    tx.db.selectFrom('coupon_code').select('customer_id').where('coupon_id', '=', id).execute(),
  );
  expect(holders).toHaveLength(codes);
  expect(new Set(holders.map(({ customer_id }) => customer_id)).size).toBe(codes);
}

test(
  'claims: exactly as many as there are, at most one each, and never fewer',
  () => rounds(() => race(12, 2, 5)),
  LONGEST_MS,
);

test.runIf(IS_BIG)(
  '500 customers with 4 claims each on 50 codes',
  async () => {
    const began = performance.now();
    await race(500, 4, 50);
    const seconds = (performance.now() - began) / 1_000;
    console.info(`2,000 claims on 50 codes: ${seconds.toFixed(1)} s`);
    expect(seconds).toBeLessThan(10);
  },
  60_000,
);

test(
  'the last use of a word is nobody else’s',
  () =>
    rounds(async () => {
      const customCode = `RACE${1_000 + made}`;
      const { id } = await add({ customCode, maxUses: 2 });
      const outcomes = await Promise.all(Array.from({ length: 4 }, () => order(customCode)));
      expect(tally(outcomes)).toEqual({ done: 2, 'coupon.no-uses-left': 2 });
      expect(await one(id)).toMatchObject({ heldMinor: 1_000 });
    }),
  LONGEST_MS,
);

test(
  'a budget ends exactly',
  () =>
    rounds(async () => {
      const customCode = `RACE${1_000 + made}`;
      const { id } = await add({ customCode, maxUses: -1, budgetMinor: 1_200 });
      const outcomes = await Promise.all(Array.from({ length: 4 }, () => order(customCode)));
      expect(tally(outcomes)).toEqual({ done: 2, 'coupon.budget-spent': 2 });
      expect(await one(id)).toMatchObject({ heldMinor: 1_000 });
    }),
  LONGEST_MS,
);

test('an order of the sandbox uses up nobody’s coupon', async () => {
  const customCode = `RACE${1_000 + made}`;
  const { id } = await add({ customCode, maxUses: 1 });
  const sandbox = await shop.tenant.storefront({ channel: 'app', spotId: shop.spotId, sandbox: true });
  expect(await order(customCode, sandbox)).toBe('');
  expect(await one(id)).toMatchObject({ heldMinor: 0 });
  expect([await order(customCode), await order(customCode)]).toEqual(['', 'coupon.code-held']);
});

test(
  'a batch of unique codes is made once',
  () =>
    rounds(async () => {
      const { id } = await add({ maxTotal: 20 });
      const make = () => problemOf(town.server.call(couponEndpoints.generateCodes, { id, count: 20 }, staff));
      expect(tally(await Promise.all([make(), make(), make()]))).toEqual({ done: 1, 'coupon.batch-made': 2 });
      const { records } = await town.server.call(couponCodes.endpoints.page, { couponId: id, pageSize: 100 }, staff);
      expect(new Set(records.map(({ code }) => code)).size).toBe(20);
    }),
  LONGEST_MS,
);
