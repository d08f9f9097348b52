import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { orderHistoryEndpoint } from '#domains/orders/contract/history-endpoint.ts';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { aKey, ORDER_PERMISSIONS, startTestTown, type TestShop, type TestTown } from './test-shop.ts';

let town: TestTown;
beforeAll(async () => {
  town = await startTestTown();
});
afterAll(() => town.stop());

const gift = (
  shop: TestShop,
  orderNo: string,
  drinkNos: number[],
  caller: Caller = { ...shop.staff, headers: aKey() },
) => town.server.call(orderEndpoints.gift, { orderNo, drinkNos, reason: 'spilled' }, caller);
const read = (shop: TestShop, orderNo: string) => town.server.call(orderEndpoints.detail, { orderNo }, shop.staff);

test('cups are given once more as an order that nobody pays for, and its robot makes them', async () => {
  const shop = await town.openShop();
  const sold = await shop.paidOrder([
    { goodsId: shop.latteId, quantity: 2 },
    { goodsId: shop.espressoId, quantity: 1 },
  ]);
  const before = await shop.level('beans');
  const given = await gift(shop, sold.orderNo, [2, 3]);

  expect(given).toMatchObject({
    ...{ giftOf: sold.orderNo, gifts: [], status: OrderStatus.paidInQueue, couponUsed: null, orderType: 1 },
    money: { payableMinor: 0, paidMinor: 0, refundedMinor: 0, refundableMinor: 0, extraMinor: 0 },
    lines: [
      { goodsId: shop.latteId, quantity: 1, payableMinor: 0 },
      { goodsId: shop.espressoId, quantity: 1, payableMinor: 0 },
    ],
  });
  expect(given.money.discountMinor).toBe(given.money.subtotalMinor);
  expect(given.money.subtotalMinor).toBeGreaterThan(0);
  expect(given.pickupCode).not.toBeNull();
  const created = given.timeline.at(-1);
  expect(created).toMatchObject({ source: 'staff', detail: { giftOf: sold.orderNo, reason: 'spilled' } });
  const [payment] = await town.server.call(orderEndpoints.payments, { orderNo: given.orderNo }, shop.staff);
  expect(payment).toMatchObject({ channel: 'free', amountMinor: 0 });
  expect((await shop.level('beans')).reserved).toBeGreaterThan(before.reserved);
  const commands = await town.server.call(orderEndpoints.commands, { orderNo: given.orderNo }, shop.staff);
  expect(commands.map(({ cmd }) => cmd)).toEqual(['makeOrder']);

  // the order it is for keeps its money and names its gift, with who gave it and why
  const original = await read(shop, sold.orderNo);
  expect(original).toMatchObject({ gifts: [given.orderNo], giftOf: null });
  expect(original.money.paidMinor).toBe(sold.money.payableMinor);
  const history = await town.server.call(orderHistoryEndpoint, { id: sold.orderNo }, shop.staff);
  expect(history.records[0]).toMatchObject({
    ...{ action: 'order:gift', reason: 'spilled' },
    changes: [{ field: 'giftNo', before: null, after: given.orderNo }],
  });
});

test('what was refunded can be given; the same click twice gives once', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder();
  await town.server.call(refundEndpoints.refund, { orderNo, drinkNos: [1], reason: 'cold' }, shop.staff);
  const click = { ...shop.staff, headers: aKey() };
  const first = await gift(shop, orderNo, [1], click);
  const again = await gift(shop, orderNo, [1], click);
  expect(again.orderNo).toBe(first.orderNo);
  expect((await read(shop, orderNo)).gifts).toEqual([first.orderNo]);
});

test('a gift costs nothing where tax comes on top, an extra amount is due, or the coupon counts after tax', async () => {
  const shop = await town.openShop();
  await shop.inside((tx) =>
    tx.db
      .updateTable('spot')
      .set({
        ...{ tax_mode: 'exclusive', coupon_applies: 'afterTax' },
        extra_amounts: JSON.stringify([{ minMinor: 0, maxMinor: 1_000_000, addMinor: 500, proportion: 0 }]),
      })
      .where('id', '=', shop.spotId)
      .execute(),
  );
  const sold = await shop.paidOrder();
  expect(sold.money).toMatchObject({ taxMode: 'exclusive', extraMinor: 500 });
  const given = await gift(shop, sold.orderNo, [1]);
  expect(given.money).toMatchObject({ payableMinor: 0, extraMinor: 0, totalMinor: 0 });
});

test('unpaid orders, other cups and closed eyes are refused', async () => {
  const shop = await town.openShop();
  const unpaid = await shop.order();
  await expect(gift(shop, unpaid.orderNo, [1])).rejects.toMatchObject({ problem: 'order.gift.not-paid' });
  const { orderNo } = await shop.paidOrder();
  await expect(gift(shop, orderNo, [2])).rejects.toMatchObject({ problem: 'order.gift.unknown-cup' });
  await expect(gift(shop, orderNo, [1, 1])).rejects.toMatchObject({ problem: 'order.gift.unknown-cup' });
  const other = await town.openShop();
  const elsewhere = await shop.tenant.staff([...ORDER_PERMISSIONS], { spotIds: [shop.otherSpotId] });
  for (const caller of [other.staff, elsewhere])
    await expect(gift(shop, orderNo, [1], caller)).rejects.toMatchObject({ problem: 'order.not-found' });
  const noRight = await shop.tenant.staff(ORDER_PERMISSIONS.filter((permission) => permission !== 'order:gift'));
  await expect(gift(shop, orderNo, [1], noRight)).rejects.toMatchObject({ problem: 'request.forbidden' });
  expect((await read(shop, orderNo)).gifts).toEqual([]);
});

test('where no robot can make it nothing is left behind', async () => {
  const shop = await town.openShop({ cups: 1 });
  const { orderNo } = await shop.paidOrder();
  await expect(gift(shop, orderNo, [1])).rejects.toMatchObject({ problem: 'order.sold-out' });
  expect((await read(shop, orderNo)).gifts).toEqual([]);
});
