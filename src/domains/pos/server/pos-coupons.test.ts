import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { couponCodes } from '#domains/coupons/contract/coupon-codes.ts';
import { coupons, type NewCoupon } from '#domains/coupons/contract/coupons.ts';
import { customersSlice } from '#domains/customers/server/index.ts';
import { orders } from '#domains/orders/server/index.ts';
import { startTestTown, type TestTown } from '#domains/orders/server/test-shop.ts';
import { storefrontPriceEndpoints } from '#domains/pricing/contract/storefront-endpoints.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { records } from '#platform/records/server/index.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { posEvents } from '../contract/events.ts';
import { posSlice } from './index.ts';
import { DECLINED, openTerminalShop, type TerminalShop } from './test-terminal.ts';

const CODE = 'KIOSK7';
const FLAT = { type: 5, valueMinor: 1_000 } as const;
const RATE = { type: 6, rate: 200_000 } as const;

let town: TestTown;
let place: TerminalShop;
let boss: Caller;
let couponId: string;

beforeAll(async () => {
  town = await startTestTown([customersSlice, records, posSlice]);
});
afterAll(() => town?.stop());
beforeEach(async () => {
  place = await openTerminalShop(town);
  boss = await place.shop.tenant.staff();
});

/** A coupon of the terminal whose word may be used once. */
async function offer(worth: typeof FLAT | typeof RATE = FLAT): Promise<void> {
  const coupon: NewCoupon = {
    ...{ title: 'Kiosk', startsAt: '2026-01-01T00:00:00.000Z', endsAt: '2036-12-31T22:59:59.999Z' },
    ...{ maxTotal: 1, maxUses: 1, customCode: CODE, ...worth },
  };
  couponId = (await town.server.call(coupons.endpoints.add, coupon as never, boss)).id;
}
const withCode = (paidBy: 'pos' | 'card' = 'pos', caller = place.kiosk) =>
  place.order(paidBy, caller, { couponCode: CODE });
const coupon = () => town.server.call(coupons.endpoints.one, { id: couponId }, boss);
const code = async () =>
  (await town.server.call(couponCodes.endpoints.page, { couponId, pageSize: 10 }, boss)).records[0];
/** Nothing is held, nothing was used, and nothing can be paid any more. */
const nothingIsLeft = async (): Promise<void> => {
  await town.until(async () => (await coupon()).heldMinor === 0);
  expect(await coupon()).toMatchObject({ heldMinor: 0, costMinor: 0, used: 0 });
  expect(await code()).toMatchObject({ uses: 0, orderNo: '' });
  expect(await place.left()).toEqual([]);
};

describe.each([
  ['an amount off', FLAT, 1_000],
  ['a rate off', RATE, 900],
])('a coupon of the terminal: %s', (_, worth, discountMinor) => {
  test('is held by the order, and used when the card has paid the rest', async () => {
    await offer(worth);
    const payableMinor = 4_500 - discountMinor;
    const { orderNo, money } = await withCode();
    expect(money).toMatchObject({ subtotalMinor: 4_500, discountMinor, payableMinor });
    expect(await coupon()).toMatchObject({ heldMinor: discountMinor, costMinor: 0, used: 0 });
    await expect(withCode()).rejects.toMatchObject({ problem: 'coupon.code-held' });
    await place.pay(orderNo);
    await place.present();
    await town.until(async () => (await coupon()).used === 1);
    expect((await place.read(orderNo)).money).toMatchObject({ paidMinor: payableMinor });
    expect(await coupon()).toMatchObject({ heldMinor: 0, costMinor: discountMinor });
    expect(await code()).toMatchObject({ orderNo, paymentSerialNo: expect.stringMatching(/./) });
    await expect(withCode()).rejects.toMatchObject({ problem: 'coupon.code-used' });
  });

  test('comes back with all of the money', async () => {
    await offer(worth);
    const { orderNo, money } = await withCode();
    await place.pay(orderNo);
    await place.present();
    await town.until(async () => (await coupon()).used === 1);
    const half = { orderNo, amountMinor: 1_000, reason: 'cold' };
    await town.server.call(refundEndpoints.refund, half, place.shop.staff);
    await town.until(async () => (await place.read(orderNo)).money.refundedMinor === 1_000);
    expect(await coupon(), 'a part of the money keeps the coupon used').toMatchObject({ used: 1 });
    const rest = { orderNo, amountMinor: money.payableMinor - 1_000, reason: 'cold' };
    await town.server.call(refundEndpoints.refund, rest, place.shop.staff);
    await town.until(async () => (await coupon()).used === 0);
    await nothingIsLeft();
    expect((await withCode()).money).toMatchObject({ discountMinor });
  });

  test.each(['declined', 'timed out'] as const)('%s: held for the next card, let go with the order', async (how) => {
    await offer(worth);
    const { orderNo } = await withCode();
    await place.pay(orderNo);
    if (how === 'declined') await place.present(DECLINED);
    else {
      await place.letPass();
      await place.shop.inside((tx) =>
        tx.publish(posEvents.paymentReported, { orderNo, result: 'timed_out' }, { aggregate: orderNo }),
      );
    }
    await town.until(async () => (await place.read(orderNo)).payment?.status === 'failed');
    expect(await place.left()).toEqual([]);
    expect(await coupon()).toMatchObject({ heldMinor: discountMinor, used: 0 });
    await place.cancel(orderNo);
    await nothingIsLeft();
    expect((await withCode()).money).toMatchObject({ discountMinor });
  });

  test('cancelled, or nobody paid in time: nothing is left behind', async () => {
    await offer(worth);
    const first = await withCode();
    await place.pay(first.orderNo);
    await place.cancel(first.orderNo);
    await town.until(async () => (await place.left()).length === 0);
    await nothingIsLeft();
    const second = await withCode();
    await place.pay(second.orderNo);
    const { services } = town.server;
    const later = new Date(services.clock.now().getTime() + 16 * 60_000);
    await orders.schedules
      ?.find(({ name }) => name === 'orders.expire-unpaid')
      ?.run({ ...services, clock: { ...services.clock, now: () => later } }, later);
    await town.until(async () => (await place.left()).length === 0);
    await nothingIsLeft();
    expect(await place.present()).toMatchObject({ error: { code: 'terminal_reader_invalid_state' } });
  });

  test('by card at the kiosk, and in the app, it is refused and no order is made', async () => {
    await offer(worth);
    const refused = { problem: 'coupon.not-valid-for-channel' };
    await expect(withCode('card')).rejects.toMatchObject(refused);
    await expect(withCode('card', place.shop.customer)).rejects.toMatchObject(refused);
    const quote = (paidBy: 'pos' | 'card') =>
      town.server.call(
        storefrontPriceEndpoints.quote,
        { spotId: place.shop.spotId, paidBy, couponCode: CODE, lines: [{ goodsId: place.shop.latteId, quantity: 1 }] },
        place.kiosk,
      );
    await expect(quote('card')).rejects.toMatchObject(refused);
    expect(await quote('pos')).toMatchObject({ discountMinor, payableMinor: 4_500 - discountMinor });
    await nothingIsLeft();
  });
});
