import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storefrontCustomerEndpoints } from '#domains/customers/contract/endpoints.ts';
import { customersSlice, nameCustomer } from '#domains/customers/server/index.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { orders } from '#domains/orders/server/index.ts';
import { aKey, startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { storefrontPriceEndpoints } from '#domains/pricing/contract/storefront-endpoints.ts';
import { statementsOf } from '#platform/database/rules/statements-of.ts';
import { records } from '#platform/records/server/index.ts';
import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import { insist } from '#platform/testing/insist.ts';
import { Refused } from '#platform/testing/test-server.ts';
import { couponCodes } from '../contract/coupon-codes.ts';
import { coupons, type NewCoupon } from '../contract/coupons.ts';
import { couponEndpoints } from '../contract/endpoints.ts';
import { rehearseEndpoint } from '../contract/rehearsal.ts';
import { storefrontCouponEndpoints } from '../contract/storefront-endpoints.ts';
import { issueCodes } from './index.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../../db/migrations');

const sample = (): NewCoupon => ({
  ...{ title: 'Spring', type: 4, valueMinor: 500, startsAt: '2026-01-01T00:00:00.000Z' },
  ...{ endsAt: '2036-12-31T22:59:59.999Z', maxTotal: 100, maxUses: 1 },
});

behavesAsRecords(coupons, sample, {
  other: {
    ...{ type: undefined, rate: undefined, targetMinor: undefined, allSpots: undefined, spotIds: undefined },
    ...{ startsAt: '2026-02-01T00:00:00.000Z', endsAt: '2037-12-31T22:59:59.999Z', maxUses: 2, customCode: 'SPRING1' },
    dailyRanges: [{ window: { from: '08:00', to: '10:00' } }],
  },
});

let town: TestTown;
beforeAll(async () => {
  town = await startTestTown([customersSlice, records]);
});
afterAll(() => town?.stop());

const server = { runDue: () => town.server.runDue() };

const pass = (ms: number): void => {
  const { clock } = town.server.services;
  clock.set(new Date(clock.now().getTime() + ms));
};

interface Place {
  readonly shop: TestShop;
  readonly staff: Awaited<ReturnType<TestShop['tenant']['staff']>>;
  add(given?: Partial<NewCoupon>): Promise<{ id: string; version: number }>;
  one(id: string): Promise<Record<string, unknown>>;
  people(count: number): Promise<string[]>;
}

async function aPlace(): Promise<Place> {
  const shop = await town.openShop();
  const staff = await shop.tenant.staff();
  return {
    shop,
    staff,
    add: (given = {}) => town.server.call(coupons.endpoints.add, { ...sample(), ...given } as never, staff),
    one: async (id) => (await town.server.call(coupons.endpoints.one, { id }, staff)) as never,
    people: (count) =>
      shop.inside(async (tx) => {
        const [client] = await tx.db.selectFrom('storefront_client').select('id').execute();
        const ids: string[] = [];
        for (let at = 0; at < count; at++)
          ids.push(await nameCustomer(tx, { clientId: client!.id, userId: `guest-${at}` }));
        return ids;
      }),
  };
}

const problemOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error) => (error instanceof Refused ? error.problem : Promise.reject(error)),
  );
const faultsOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error) => (error instanceof Refused ? error.answer.body.faults?.map(({ path }) => path) : Promise.reject(error)),
  );
const messagesOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error) =>
      error instanceof Refused
        ? error.answer.body.faults?.map(({ path, message }) => `${path}: ${message}`)
        : Promise.reject(error),
  );

const claim = (place: Place, couponId: string, customerId: string) =>
  town.server.call(storefrontCouponEndpoints.claim, { couponId, customerId }, place.shop.customer);
const order = (place: Place, couponCode: string, more: object = {}) =>
  town.server.call(
    storefrontEndpoints.createOrder,
    { spotId: place.shop.spotId, lines: [{ goodsId: place.shop.latteId, quantity: 1 }], couponCode, ...more },
    { ...place.shop.customer, headers: aKey() },
  );
const codesOf = async (place: Place, couponId: string) =>
  (await town.server.call(couponCodes.endpoints.page, { couponId, pageSize: 200 }, place.staff)).records;

describe('what a coupon must be', () => {
  test.each<[string, object, string[]]>([
    ['a rate above one', { type: 2, rate: 1_200_000 }, ['rate']],
    ['one and a half', { type: 1, rate: 1.5 }, ['rate']],
    ['all of it', { type: 2, rate: 1_000_000 }, ['rate']],
    ['a rate that is not said', { type: 1 }, ['rate']],
    ['an amount that is not said', { valueMinor: undefined }, ['valueMinor']],
    ['a threshold without target', { type: 3 }, ['targetMinor']],
    ['a target below the reduction', { type: 3, targetMinor: 499 }, ['targetMinor']],
    ['an end before the start', { endsAt: '2025-12-31' }, ['endsAt']],
    ['an empty time range', { dailyRanges: [{ window: { from: '08:00', to: '08:00' } }] }, ['dailyRanges.0.window']],
    ['no spots', { allSpots: false }, ['spotIds']],
    ['no codes', { maxTotal: 0 }, ['maxTotal']],
    ['no uses', { maxUses: 0 }, ['maxUses']],
    ['a custom code of five', { customCode: 'ABCDE' }, ['customCode']],
    ['a custom code with a dash', { customCode: 'ABC-123' }, ['customCode']],
  ])('%s is refused at its field', async (_, given, paths) => {
    expect(await faultsOf((await aPlace()).add(given as never))).toEqual(paths);
  });

  test.each([1.5, '1.5', 2, 20, 99, 1_000_001, 1_200_000, 1e9, 5e20])(
    'a rate of %s is told that it is over 1',
    async (rate) => {
      const place = await aPlace();
      expect(await messagesOf(place.add({ type: 1, rate } as never))).toEqual([
        'rate: Discount must not be greater than 1',
      ]);
    },
  );

  test.each([
    0.995,
    1,
    -1,
    990_001,
    1_000_000,
    150_000.5,
    1e-7,
    0.4e-6,
    '0.0000001',
    0.00005,
    0.000_099,
    0.200_000_1,
    1 / 3,
  ])('a rate of %s is told how rates are sent', async (rate) => {
    const place = await aPlace();
    expect(await messagesOf(place.add({ type: 1, rate } as never))).toEqual([
      'rate: 0 to 99 %; calls send it as a fraction or in millionths, 20 % as 0.2 or 200000',
    ]);
  });

  test.each([
    ['0.00', 0],
    [0.2, 200_000],
    ['0.125', 125_000],
    [0.0001, 100],
    [0.29, 290_000],
    [0.99, 990_000],
  ])('a fraction, %s, is answered in millionths', async (rate, millionths) => {
    const place = await aPlace();
    const { id } = await place.add({ type: 1, rate } as never);
    expect(await place.one(id)).toMatchObject({ rate: millionths });
    // what was answered can be saved again
    const again = { id, rate: millionths } as never;
    expect(await messagesOf(town.server.call(coupons.endpoints.edit, again, place.staff))).toEqual([]);
  });

  test.each([0, 100, 5_000, '150000', 990_000])('a rate of %s is taken', async (rate) => {
    const place = await aPlace();
    expect(await messagesOf(place.add({ type: 1, rate } as never))).toEqual([]);
  });

  test('days are those of the tenant, the last moment included', async () => {
    const place = await aPlace();
    const { id } = await place.add({ startsAt: '2027-03-01', endsAt: '2027-03-28' });
    expect(await place.one(id)).toMatchObject({
      startsAt: '2027-02-28T23:00:00.000Z',
      endsAt: '2027-03-28T21:59:59.999Z',
    });
  });

  test('a custom code is taken by coupons that have not ended, whatever its case', async () => {
    const place = await aPlace();
    const ended = await place.add({ customCode: 'summer26', endsAt: '2026-02-01' });
    const first = await place.add({ customCode: 'Summer26' });
    expect(await place.one(first.id)).toMatchObject({ customCode: 'SUMMER26' });
    expect(await faultsOf(place.add({ customCode: 'SUMMER26' }))).toEqual(['customCode']);
    const longer = { id: ended.id, version: 1, endsAt: '2036-01-01' } as never;
    expect(await faultsOf(town.server.call(coupons.endpoints.edit, longer, place.staff))).toEqual(['customCode']);
    const ask = (code: string, id?: string) =>
      town.server.call(couponEndpoints.checkCustomCode, { code, ...(id ? { id } : {}) }, place.staff);
    expect([await ask('summer26'), await ask('SUMMER26', first.id), await ask('WINTER26')]).toEqual([
      false,
      true,
      true,
    ]);
    const other = await aPlace();
    expect(await faultsOf(other.add({ customCode: 'SUMMER26' }))).toEqual([]);
  });

  test('once codes are out it changes in few ways only, and stays', async () => {
    const place = await aPlace();
    const { id } = await place.add({ qrClaim: true });
    await claim(place, id, 'guest');
    const edit = (given: object) =>
      faultsOf(town.server.call(coupons.endpoints.edit, { id, ...given } as never, place.staff));
    expect(await edit({ valueMinor: 600 })).toEqual(['valueMinor']);
    expect(await edit({ startsAt: '2026-01-02' })).toEqual(['startsAt']);
    expect(await edit({ endsAt: '2030-01-01' })).toEqual(['endsAt']);
    expect(await edit({ maxTotal: 99 })).toEqual(['maxTotal']);
    expect(await edit({ endsAt: '2037-01-01', maxTotal: 101, remark: 'more of it', enabled: false })).toEqual([]);
    const removed = town.server.call(coupons.endpoints.remove, { id }, place.staff);
    expect(await problemOf(removed)).toBe('coupon.has-codes');
  });
});

describe('claims', () => {
  test('never more than there are, however many claim at once', async () => {
    const place = await aPlace();
    const { id } = await place.add({ qrClaim: true, maxTotal: 10 });
    // all of them wait for one row: on a busy machine some are told to try again
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, at) => problemOf(insist(() => claim(place, id, `guest-${at % 15}`)))),
    );
    expect(outcomes.filter((one) => one === '')).toHaveLength(10);
    expect(new Set(outcomes)).toEqual(new Set(['', 'coupon.none-left', 'coupon.already-claimed']));
    expect(await place.one(id)).toMatchObject({ issued: 10, left: 0 });
    expect(await codesOf(place, id)).toHaveLength(10);
  });

  test('one in a period of the tenant, and never more than the limit of a customer', async () => {
    const place = await aPlace();
    const { id } = await place.add({ qrClaim: true, claimFrequency: 1, perUserLimit: 2 });
    expect((await claim(place, id, 'kari')).state).toBe('usable');
    expect(await problemOf(claim(place, id, 'kari'))).toBe('coupon.already-claimed');
    pass(24 * 3_600_000);
    await claim(place, id, 'kari');
    pass(24 * 3_600_000);
    expect(await problemOf(claim(place, id, 'kari'))).toBe('coupon.user-limit');
    const mine = await town.server.call(
      storefrontCouponEndpoints.ofCustomer,
      { customerId: 'kari' },
      place.shop.customer,
    );
    expect(mine).toHaveLength(2);
    const stranger = await place.shop.tenant.storefront({ channel: 'miniprogram' });
    const theirs = town.server.call(storefrontCouponEndpoints.ofCustomer, { customerId: 'kari' }, stranger);
    expect(await theirs, 'the same word of another client is somebody else').toEqual([]);
  });

  test.each<[string, object, string]>([
    ['one that is only sent', {}, 'coupon.not-claimable'],
    ['one that is off', { qrClaim: true, enabled: false }, 'coupon.disabled'],
    ['one that has ended', { qrClaim: true, endsAt: '2026-01-02' }, 'coupon.ended'],
    ['one to come', { qrClaim: true, startsAt: '2035-01-01' }, 'coupon.not-begun'],
  ])('%s cannot be claimed', async (_, given, problem) => {
    const place = await aPlace();
    const { id } = await place.add(given);
    expect(await problemOf(claim(place, id, 'kari'))).toBe(problem);
  });

  test('of another tenant nothing is known', async () => {
    const [place, other] = [await aPlace(), await aPlace()];
    const { id } = await place.add({ qrClaim: true });
    expect(await problemOf(claim(other, id, 'kari'))).toBe('coupon.not-found');
    const { code } = await claim(place, id, 'kari');
    expect(await problemOf(order(other, code))).toBe('coupon.unknown-code');
    expect(await codesOf(other, id)).toEqual([]);
    expect(await problemOf(town.server.call(coupons.endpoints.one, { id }, other.staff))).toBe('coupon.not-found');
    const send = { couponId: id, customerIds: await other.people(1) };
    expect(await problemOf(town.server.call(couponEndpoints.send, send, other.staff))).toBe('coupon.not-found');
  });
});

describe('orders', () => {
  test('a code is held, used and given back with all of the money', async () => {
    const place = await aPlace();
    const { id } = await place.add({ qrClaim: true, budgetMinor: 10_000 });
    const { code } = await claim(place, id, 'kari');
    const bystander = await place.add({ qrClaim: true });
    const other = await claim(place, bystander.id, 'kari');
    const made = await order(place, code.toLowerCase(), { customerId: 'kari' });
    expect(made.money).toMatchObject({ subtotalMinor: 4_500, discountMinor: 500, payableMinor: 4_000 });
    const [held] = await codesOf(place, id);
    expect(held).toMatchObject({ status: 0, uses: 0, orderNo: '' });
    expect(await place.one(id)).toMatchObject({ heldMinor: 500, costMinor: 0, used: 0 });
    expect((await codesOf(place, bystander.id))[0], 'other coupons and codes stay as they are').toMatchObject({
      uses: 0,
    });
    expect(await place.one(bystander.id)).toMatchObject({ heldMinor: 0 });
    expect(await problemOf(order(place, code, { customerId: 'kari' }))).toBe('coupon.code-held');

    expect(other.state).toBe('usable');
    const paid = await place.shop.pay(made.orderNo);
    await server.runDue();
    const [used] = await codesOf(place, id);
    expect(used).toMatchObject({ status: 1, uses: 1, orderNo: made.orderNo, customerName: expect.anything() });
    expect(used?.paymentSerialNo).toBe(paid.payment?.serialNo ?? used?.paymentSerialNo);
    expect(used?.paymentSerialNo).not.toBe('');
    expect(await place.one(id)).toMatchObject({ heldMinor: 0, costMinor: 500, used: 1 });
    expect(await problemOf(order(place, code, { customerId: 'kari' }))).toBe('coupon.code-used');

    const usage = await town.server.call(couponEndpoints.usage, { id }, place.staff);
    expect(usage).toMatchObject({ days: [{ uses: 1, costMinor: 500, salesMinor: 4_000 }], spots: [{ uses: 1 }] });

    await place.shop.robotSays(made.orderNo, { event: 2251 });
    await place.shop.robotSays(made.orderNo, { step: 4, event: 2252, drinkNos: [1] } as never);
    await town.until(async () => (await place.one(id))['costMinor'] === 0);
    expect((await codesOf(place, id))[0]).toMatchObject({ status: 0, uses: 0, orderNo: '', usedAt: null });
    expect(await place.one(id)).toMatchObject({ used: 0, heldMinor: 0 });
    expect((await order(place, code, { customerId: 'kari' })).money.discountMinor).toBe(500);
  });

  test('a free order of which nothing is made gives its code back; one cup that was made keeps it used', async () => {
    const place = await aPlace();
    const { id } = await place.add({ qrClaim: true, valueMinor: 100_000 });
    const { code } = await claim(place, id, 'kari');
    const free = (quantity: number) =>
      order(place, code, { customerId: 'kari', lines: [{ goodsId: place.shop.latteId, quantity }] });
    const first = await free(1);
    expect(first.money.payableMinor).toBe(0);
    await place.shop.pay(first.orderNo);
    await server.runDue();
    expect(await place.one(id)).toMatchObject({ used: 1, costMinor: 4_500 });
    await place.shop.robotSays(first.orderNo, { event: 2251 });
    await place.shop.robotSays(first.orderNo, { step: 4, event: 2252, drinkNos: [1] } as never);
    await town.until(async () => (await place.one(id))['used'] === 0);
    expect((await codesOf(place, id))[0]).toMatchObject({ status: 0, uses: 0, orderNo: '' });
    const given = await place.shop.read(first.orderNo);
    expect(given).toMatchObject({ status: 4, refunds: [], drinks: [{ refunded: true }] });
    // a drink for nothing and its coupon too would be one too many
    const again = { orderNo: first.orderNo, status: 3, step: 0 } as const;
    expect(await problemOf(town.server.call(orderEndpoints.change, again, place.shop.staff))).toBe(
      'order.remake.already-refunded',
    );

    const second = await free(2);
    await place.shop.pay(second.orderNo);
    await place.shop.robotSays(second.orderNo, { event: 2251, drink: 1 });
    await place.shop.robotSays(second.orderNo, { step: 2, event: 2301, drink: 1 });
    await place.shop.robotSays(second.orderNo, { step: 4, event: 2252, drink: 2 });
    await server.runDue();
    expect(await place.one(id)).toMatchObject({ used: 1, costMinor: 9_000 });
  });

  test('an order that is cancelled or expires lets go of its code; a refused payment does not', async () => {
    const place = await aPlace();
    const { id } = await place.add({ qrClaim: true });
    const { code } = await claim(place, id, 'kari');
    const first = await order(place, code);
    await place.shop.pay(first.orderNo, 'pm_card_visa_chargeDeclinedInsufficientFunds').catch(() => undefined);
    await server.runDue();
    expect(await problemOf(order(place, code))).toBe('coupon.code-held');
    await town.server.call(storefrontEndpoints.cancel, { orderNo: first.orderNo }, place.shop.customer);
    await server.runDue();
    const second = await order(place, code);
    pass(16 * 60_000);
    const { services } = town.server;
    await orders.schedules?.find(({ name }) => name === 'orders.expire-unpaid')?.run(services, services.clock.now());
    await server.runDue();
    await town.until(async () => (await place.one(id))['heldMinor'] === 0);
    expect(second.money.discountMinor).toBe(500);
    expect((await order(place, code)).money.discountMinor).toBe(500);
  });

  test('the last use of a word goes to one of those who want it at once', async () => {
    const place = await aPlace();
    const { id } = await place.add({ customCode: 'LATTE5', maxUses: 3, perUserLimit: 2 });
    expect(await problemOf(order(place, 'latte5'))).toBe('coupon.customer-needed');
    const orders = await Promise.all(
      Array.from({ length: 8 }, (_, at) => problemOf(order(place, 'latte5', { customerId: `guest-${at}` }))),
    );
    expect(orders.filter((one) => one === '')).toHaveLength(3);
    expect(new Set(orders)).toEqual(new Set(['', 'coupon.no-uses-left']));
    expect(await place.one(id)).toMatchObject({ heldMinor: 1_500, issued: 0 });
  });

  test('a customer uses a word as often as he may', async () => {
    const place = await aPlace();
    await place.add({ customCode: 'LATTE5', maxUses: -1, perUserLimit: 2 });
    const twice = [1, 2, 3, 4].map(() => problemOf(order(place, 'LATTE5', { customerId: 'kari' })));
    expect((await Promise.all(twice)).sort()).toEqual(['', '', 'coupon.user-limit', 'coupon.user-limit']);
    expect(await problemOf(order(place, 'LATTE5', { customerId: 'ola' }))).toBe('');
  });

  test('codes of his own and the word count together towards the limit of a customer', async () => {
    const place = await aPlace();
    const { id } = await place.add({ customCode: 'LATTE5', maxUses: -1, perUserLimit: 1, qrClaim: true });
    const [kari = '', ola = ''] = await place.people(2);
    const send = (customerId: string) =>
      place.shop.inside((tx) => issueCodes(tx, { couponId: id, customerIds: [customerId], origin: 'sent' }));
    // the word first
    const used = await order(place, 'LATTE5', { customerId: 'guest-0' });
    expect(await problemOf(claim(place, id, 'guest-0'))).toBe('coupon.user-limit');
    expect(await send(kari)).toMatchObject({ skipped: [{ because: 'coupon.user-limit' }] });
    // a code first
    expect((await send(ola)).issued).toHaveLength(1);
    expect(await problemOf(order(place, 'LATTE5', { customerId: 'guest-1' }))).toBe('coupon.user-limit');
    // what is let go of counts no more
    await town.server.call(storefrontEndpoints.cancel, { orderNo: used.orderNo }, place.shop.customer);
    await server.runDue();
    const { code } = await claim(place, id, 'guest-0');
    expect((await order(place, code, { customerId: 'guest-0' })).money.discountMinor).toBe(500);
    expect(await problemOf(order(place, 'LATTE5', { customerId: 'guest-0' }))).toBe('coupon.user-limit');
  });

  test('a claim and an order with the word at once: one of them counts', async () => {
    const place = await aPlace();
    const { id } = await place.add({ customCode: 'LATTE5', maxUses: -1, perUserLimit: 1, qrClaim: true });
    for (let nth = 0; nth < 5; nth += 1) {
      const customerId = `racer-${nth}`;
      const both = await Promise.all([
        problemOf(claim(place, id, customerId)),
        problemOf(order(place, 'LATTE5', { customerId })),
      ]);
      expect(both.sort()).toEqual(['', 'coupon.user-limit']);
    }
  });

  test('a budget ends the coupon exactly', async () => {
    const place = await aPlace();
    const { id } = await place.add({ customCode: 'LATTE5', maxUses: -1, budgetMinor: 1_700 });
    const wanted = await Promise.all(Array.from({ length: 6 }, () => problemOf(order(place, 'LATTE5'))));
    expect(wanted.filter((one) => one === '')).toHaveLength(3);
    expect(new Set(wanted)).toEqual(new Set(['', 'coupon.budget-spent']));
    expect(await place.one(id)).toMatchObject({ heldMinor: 1_500 });
    const lower = { id, budgetMinor: 1_000 } as never;
    expect(await faultsOf(town.server.call(coupons.endpoints.edit, lower, place.staff))).toEqual(['budgetMinor']);
  });

  test('a quote answers the reason, with the customer where one is named', async () => {
    const place = await aPlace();
    const { id } = await place.add({ qrClaim: true, type: 3, targetMinor: 5_000 });
    const { code } = await claim(place, id, 'kari');
    const quote = (quantity: number, customerId = 'kari') =>
      town.server.call(
        storefrontPriceEndpoints.quote,
        {
          spotId: place.shop.spotId,
          paidBy: 'card',
          couponCode: code,
          customerId,
          lines: [{ goodsId: place.shop.latteId, quantity }],
        },
        place.shop.customer,
      );
    expect(await problemOf(quote(1))).toBe('coupon.threshold-not-reached');
    expect((await quote(2)).discountMinor).toBe(500);
    await claim(place, id, 'ola');
    expect(await problemOf(quote(2, 'ola'))).toBe('coupon.code-of-another');
    expect(await problemOf(quote(2, 'somebody new'))).toBe('coupon.code-of-another');
  });

  test('a quote answers what the order of the same customer will, named for the first time or by a card', async () => {
    const place = await aPlace();
    await place.add({ customCode: 'LATTE5', maxUses: -1, perUserLimit: 1 });
    const basket = { spotId: place.shop.spotId, paidBy: 'card' as const, couponCode: 'LATTE5' };
    const quote = (who: { customerId?: string; barcode?: string }) =>
      town.server.call(
        storefrontPriceEndpoints.quote,
        { ...basket, ...who, lines: [{ goodsId: place.shop.latteId, quantity: 1 }] },
        place.shop.customer,
      );
    expect((await quote({ customerId: 'new here' })).discountMinor).toBe(500);
    expect(await problemOf(quote({}))).toBe('coupon.customer-needed');
    expect(await problemOf(quote({ customerId: '' }))).toBe('coupon.customer-needed');
    const { barcode } = await town.server.call(
      storefrontCustomerEndpoints.makeBarcode,
      { customerId: 'new here' },
      place.shop.customer,
    );
    expect((await quote({ barcode })).discountMinor).toBe(500);
    await order(place, 'LATTE5', { customerId: 'new here' });
    expect(await problemOf(quote({ customerId: 'new here' }))).toBe('coupon.user-limit');
    expect(await problemOf(quote({ barcode }))).toBe('coupon.user-limit');
    expect(await problemOf(quote({ barcode: '000000000000' }))).toBe('customer.unknown-barcode');
  });

  test('a quote promises nothing that the budget does not give', async () => {
    const place = await aPlace();
    await place.add({ customCode: 'LATTE5', maxUses: -1, budgetMinor: 700 });
    const quote = () =>
      town.server.call(
        storefrontPriceEndpoints.quote,
        {
          ...{ spotId: place.shop.spotId, paidBy: 'card', couponCode: 'LATTE5' },
          lines: [{ goodsId: place.shop.latteId, quantity: 1 }],
        },
        place.shop.customer,
      );
    expect((await quote()).discountMinor).toBe(500);
    await order(place, 'LATTE5');
    expect(await problemOf(quote())).toBe('coupon.budget-spent');
    expect(await problemOf(order(place, 'LATTE5'))).toBe('coupon.budget-spent');
  });
});

test('a rehearsal prices the paid orders of the last 90 days again, and changes nothing', async () => {
  const place = await aPlace();
  await place.shop.paidOrder();
  await place.shop.paidOrder([{ goodsId: place.shop.espressoId, quantity: 2 }]);
  await place.shop.order();
  const drawn = {
    value: { type: 3 as const, valueMinor: 1_000, targetMinor: 5_000 },
    ...{ dailyRanges: [], spotIds: null, mostUses: null, perUserLimit: null, budgetMinor: null },
  };
  const ask = (given: object = {}, caller = place.staff) =>
    town.server.call(rehearseEndpoint, { ...drawn, ...given }, caller);
  expect(await ask()).toMatchObject({
    ...{ orders: 2, subtotalMinor: 10_500, uses: 1, costMinor: 1_000, unknown: 0, isCut: false, endsOn: null },
    spots: [{ spotId: place.shop.spotId, uses: 1, costMinor: 1_000 }],
  });
  expect((await ask({ value: { type: 4, valueMinor: 500 }, budgetMinor: 900 })).uses).toBe(1);
  const keeper = await place.shop.tenant.staff('all', { spotIds: [place.shop.otherSpotId] });
  expect(await ask({}, keeper)).toMatchObject({ orders: 0, uses: 0 });
  expect(await problemOf(ask({}, await place.shop.tenant.staff(['coupon:view'])))).toBe('request.forbidden');
});

describe('staff', () => {
  test('codes of eight digits are made once', async () => {
    const place = await aPlace();
    const { id } = await place.add({ maxTotal: 60 });
    const make = (count?: number) =>
      town.server.call(couponEndpoints.generateCodes, { id, ...(count ? { count } : {}) }, place.staff);
    expect(await faultsOf(make(61))).toEqual(['count']);
    const both = await Promise.all([make(50), make(50)].map(problemOf));
    expect(both.sort()).toEqual(['', 'coupon.batch-made']);
    const codes = await codesOf(place, id);
    expect(codes).toHaveLength(50);
    expect(codes.every(({ code }) => /^\d{8}$/.test(code))).toBe(true);
    expect(await place.one(id)).toMatchObject({ issued: 50, left: 10 });
    expect((await order(place, codes[0]!.code)).money.discountMinor).toBe(500);
  });

  test('a coupon is sent to chosen people by a job, which tells who got none', async () => {
    const place = await aPlace();
    const { id } = await place.add({ maxTotal: 3 });
    const people = await place.people(5);
    await place.shop.inside((tx) => issueCodes(tx, { couponId: id, customerIds: [people[0]!], origin: 'sent' }));
    const customerIds = [...people, people[1]!, people[2]!.toUpperCase(), '00000000-0000-4000-8000-000000000000'];
    const request = { couponId: id, customerIds };
    const expected = {
      ...{ planned: 6, issued: 2 },
      skipped: { 'coupon.already-claimed': 1, 'coupon.none-left': 2, 'customer.not-found': 1 },
    };
    expect(await town.server.call(couponEndpoints.previewSend, request, place.staff)).toEqual(expected);
    expect(await place.one(id)).toMatchObject({ issued: 1 });
    expect(await town.server.call(couponEndpoints.send, request, place.staff)).toMatchObject({ state: 'waiting' });
    await server.runDue();
    const { records: sends } = await town.server.call(couponEndpoints.sends, { couponId: id }, place.staff);
    expect(sends).toMatchObject([{ ...expected, state: 'done' }]);
    expect(await place.one(id)).toMatchObject({ issued: 3, left: 0 });
  });

  test('what gives a code gives one of each word', async () => {
    const place = await aPlace();
    const { id } = await place.add();
    const [kari = ''] = await place.people(1);
    const give = (source: string) =>
      place.shop.inside((tx) => issueCodes(tx, { couponId: id, customerIds: [kari], origin: 'rule', source }));
    expect((await give('r1:2027-01:1')).issued).toHaveLength(1);
    expect((await give('r1:2027-01:2')).issued).toHaveLength(1);
    expect(await give('r1:2027-01:1')).toMatchObject({
      issued: [],
      skipped: [{ customerId: kari, because: 'coupon.already-claimed' }],
    });
  });

  test('codes are withdrawn, masked and taken along by those who may hand them out', async () => {
    const place = await aPlace();
    const { id } = await place.add({ qrClaim: true });
    const [mine, theirs] = [await claim(place, id, 'kari'), await claim(place, id, 'ola')];
    await order(place, theirs.code, { customerId: 'ola' });
    const withdraw = (ids: string[], caller = place.staff) =>
      town.server.call(couponEndpoints.voidCodes, { ids, reason: 'sent by mistake' }, caller);
    const reader = await place.shop.tenant.staff(['coupon:view']);
    expect(await problemOf(withdraw([mine.codeId], reader))).toBe('request.forbidden');
    expect(await withdraw([mine.codeId, theirs.codeId])).toEqual({ voided: 1 });
    expect(await problemOf(withdraw([mine.codeId]))).toBe('coupon.nothing-to-void');
    expect(await problemOf(order(place, mine.code, { customerId: 'kari' }))).toBe('coupon.code-void');
    const { records: seen } = await town.server.call(couponCodes.endpoints.page, { couponId: id }, reader);
    expect(seen.map(({ code }) => code).sort()).toEqual(
      [mine, theirs].map(({ code }) => `••••${code.slice(-3)}`).sort(),
    );
    expect(await problemOf(town.server.call(couponCodes.endpoints.export, {}, reader))).toBe('request.forbidden');
  });

  test('a code that was withdrawn counts no more: its customer may have another one', async () => {
    const place = await aPlace();
    const { id } = await place.add({ qrClaim: true, perUserLimit: 1 });
    const [kari = ''] = await place.people(1);
    const withdraw = (codeId: string) =>
      town.server.call(couponEndpoints.voidCodes, { ids: [codeId], reason: 'sent by mistake' }, place.staff);
    const send = () => place.shop.inside((tx) => issueCodes(tx, { couponId: id, customerIds: [kari], origin: 'sent' }));
    const first = await claim(place, id, 'guest-0');
    await withdraw(first.codeId);
    const second = await claim(place, id, 'guest-0');
    expect(second.codeId).not.toBe(first.codeId);
    expect(await problemOf(claim(place, id, 'guest-0'))).toBe('coupon.already-claimed');
    await withdraw(second.codeId);
    expect((await send()).issued).toHaveLength(1);
    expect((await send()).issued).toEqual([]);
  });

  test('what was withdrawn before this rule leaves its period too', async () => {
    const place = await aPlace();
    const { id } = await place.add({ qrClaim: true });
    const { codeId } = await claim(place, id, 'kari');
    await claim(place, id, 'ola');
    const request = { ids: [codeId], reason: 'sent by mistake' };
    await town.server.call(couponEndpoints.voidCodes, request, place.staff);
    await place.shop.inside((tx) => tx.db.updateTable('coupon_code').set({ period_key: 'once' }).execute());
    const client = new pg.Client({ connectionString: town.server.databaseUrl });
    await client.connect();
    const file = await readFile(join(MIGRATIONS, '20261209-0100-coupons-withdrawn-codes.sql'), 'utf8');
    for (const statement of statementsOf(file)) await client.query(statement);
    await client.end();
    expect((await claim(place, id, 'kari')).state).toBe('usable');
    expect(await problemOf(claim(place, id, 'ola'))).toBe('coupon.already-claimed');
  });

  test('a claim in a period that began before the tenant’s clock moved is free again too', async () => {
    const place = await aPlace();
    const { id } = await place.add({ qrClaim: true, claimFrequency: 3 });
    const first = await claim(place, id, 'kari');
    // as another clock would have called the month
    await place.shop.inside((tx) => tx.db.updateTable('coupon_code').set({ period_key: 'before' }).execute());
    expect(await problemOf(claim(place, id, 'kari'))).toBe('coupon.already-claimed');
    const request = { ids: [first.codeId], reason: 'sent by mistake' };
    await town.server.call(couponEndpoints.voidCodes, request, place.staff);
    expect((await claim(place, id, 'kari')).state).toBe('usable');
  });

  test('one that was used before it was withdrawn counts, and what a rule gave is given once all the same', async () => {
    const place = await aPlace();
    const [kari = ''] = await place.people(1);
    const withdraw = (codeId: string) =>
      town.server.call(couponEndpoints.voidCodes, { ids: [codeId], reason: 'sent by mistake' }, place.staff);
    const used = await place.add({ qrClaim: true, maxUses: -1 });
    const { codeId } = await claim(place, used.id, 'guest-0');
    await place.shop.inside((tx) =>
      tx.db.updateTable('coupon_code').set({ uses: 1 }).where('id', '=', codeId).execute(),
    );
    await withdraw(codeId);
    expect(await problemOf(claim(place, used.id, 'guest-0'))).toBe('coupon.already-claimed');

    const ruled = await place.add();
    const give = () =>
      place.shop.inside((tx) =>
        issueCodes(tx, { couponId: ruled.id, customerIds: [kari], origin: 'rule', source: 'r1:2027-01:1' }),
      );
    const [given] = (await give()).issued;
    await withdraw(given?.codeId ?? '');
    expect(await give()).toMatchObject({ issued: [], skipped: [{ because: 'coupon.already-claimed' }] });
  });

  test('people of one spot see coupons of no other, and make none for all', async () => {
    const place = await aPlace();
    const everywhere = await place.add({ title: 'Everywhere' });
    const there = await place.add({ title: 'There', allSpots: false, spotIds: [place.shop.otherSpotId] });
    const here = await place.add({ title: 'Here', allSpots: false, spotIds: [place.shop.spotId] });
    const keeper = await place.shop.tenant.staff('all', { spotIds: [place.shop.spotId] });
    const { records: seen } = await town.server.call(coupons.endpoints.page, {}, keeper);
    expect(seen.map(({ id }) => id).sort()).toEqual([everywhere.id, here.id].sort());
    expect(await problemOf(town.server.call(couponEndpoints.usage, { id: there.id }, keeper))).toBe('coupon.not-found');
    const add = (given: object) => town.server.call(coupons.endpoints.add, { ...sample(), ...given } as never, keeper);
    expect(await faultsOf(add({}))).toEqual(['allSpots']);
    expect(await faultsOf(add({ allSpots: false, spotIds: [place.shop.otherSpotId] }))).toEqual(['spotIds']);
    expect(await faultsOf(add({ allSpots: false, spotIds: [place.shop.spotId] }))).toEqual([]);
    const elsewhere = order(place, 'x', {});
    expect(await problemOf(elsewhere)).toBe('coupon.unknown-code');
  });
});
