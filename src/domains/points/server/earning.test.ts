import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestTown } from '#domains/orders/server/test-shop.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { earnPoints } from './index.ts';
import { BY_AMOUNT, BY_CUPS, CLOSED, openPointsShop, type PointsShop, startPointsTown } from './test-points.ts';

let town: TestTown;
beforeAll(async () => {
  town = await startPointsTown();
});
afterAll(() => town?.stop());

const three = (shop: PointsShop) => [{ goodsId: shop.latteId, quantity: 3 }];

async function refund(shop: PointsShop, orderNo: string, amountMinor: number): Promise<void> {
  await town.server.call(refundEndpoints.refund, { orderNo, amountMinor, reason: 'for a test' } as never, shop.staff);
  await town.until(async () => {
    const order = await shop.read(orderNo);
    return order.refunds.length > 0 && order.refunds.every(({ status }) => status !== 101);
  });
  await town.server.runDue();
}

describe('earning', () => {
  test('an order earns by its amount when it is made, once', async () => {
    const shop = await openPointsShop(town);
    const orderNo = await shop.madeOrder();
    expect(await shop.balance()).toBe(6);
    // said twice it changes nothing
    const again = await shop.inside((tx) =>
      earnPoints(tx, { no: orderNo, customerId: shop.guestId, spotId: null, paidMinor: 3_599, cups: 1 }),
    );
    expect(again).toBe(0);
    expect(await shop.balance()).toBe(6);
    expect(await shop.books()).toEqual({ balance: 6, wallet: 6, all: 0 });
  });

  test('by cups', async () => {
    const shop = await openPointsShop(town, BY_CUPS);
    await shop.madeOrder(three(shop));
    expect(await shop.balance()).toBe(15);
  });

  test.each([
    ['closed', CLOSED],
    ['never set', null],
  ])('nothing where points are %s', async (_case, config) => {
    const shop = await openPointsShop(town, config);
    await shop.madeOrder();
    expect(await shop.balance()).toBe(0);
  });

  test('a rental earns by amount, and not by cups', async () => {
    const shop = await openPointsShop(town);
    const rental = {
      customerId: shop.guestId,
      spotId: shop.spotId,
      paidMinor: 2_500,
      cups: 0,
      isRental: true,
    } as const;
    expect(await shop.inside((tx) => earnPoints(tx, { ...rental, no: 'R-1' }))).toBe(4);
    await shop.set(BY_CUPS);
    expect(await shop.inside((tx) => earnPoints(tx, { ...rental, cups: 2, no: 'R-2' }))).toBe(0);
  });
});

describe('refunds', () => {
  test('points are counted again on what remains paid', async () => {
    const shop = await openPointsShop(town);
    const orderNo = await shop.madeOrder();
    await refund(shop, orderNo, 2_000);
    await town.until(async () => (await shop.balance()) === 2);
    expect(await shop.books()).toEqual({ balance: 2, wallet: 2, all: 0 });
    await refund(shop, orderNo, 1_599);
    await town.until(async () => (await shop.balance()) === 0);
  });

  test('after they were spent the balance falls below zero, and nothing is redeemed until it is above again', async () => {
    const shop = await openPointsShop(town, { ...BY_AMOUNT, point_value: 20 });
    const goodsId = await shop.goods({ points: 50 });
    const orderNo = await shop.madeOrder();
    expect(await shop.redeem(goodsId)).toMatchObject({ balance: 10 });
    await refund(shop, orderNo, 3_599);
    await town.until(async () => (await shop.balance()) === -50);
    await expect(shop.redeem(goodsId)).rejects.toMatchObject({ problem: 'points.not-enough' });
    // nor is anything deducted by hand
    await expect(shop.give(-1)).rejects.toMatchObject({ problem: 'points.not-enough' });
    await shop.give(100);
    expect(await shop.redeem(goodsId)).toMatchObject({ balance: 0 });
    expect(await shop.books()).toEqual({ balance: 0, wallet: 0, all: 0 });
  });

  test('numbers that the tenant has changed since do not count for what was earned before', async () => {
    const shop = await openPointsShop(town);
    const orderNo = await shop.madeOrder();
    await shop.set(CLOSED);
    await refund(shop, orderNo, 2_000);
    await town.until(async () => (await shop.balance()) === 2);
  });
});

test('an order with a failed cup earns for the others once that cup is paid back', async () => {
  const shop = await openPointsShop(town, BY_CUPS);
  const orderNo = await shop.paidFor(three(shop));
  await shop.robotSays(orderNo, { event: 2251, step: 1, drink: 1 });
  await shop.robotSays(orderNo, { event: 2301, step: 2, drink: 1 });
  await shop.robotSays(orderNo, { event: 2251, step: 1, drink: 2 });
  await shop.robotSays(orderNo, { event: 2252, step: 4, drink: 2 });
  await shop.robotSays(orderNo, { event: 2251, step: 1, drink: 3 });
  await shop.robotSays(orderNo, { event: 2301, step: 2, drink: 3 });
  await town.until(async () => (await shop.balance()) === 10);
  expect(await shop.books()).toEqual({ balance: 10, wallet: 10, all: 0 });
});

describe('the stamp card', () => {
  const card = async (shop: PointsShop, limit: number, more?: Parameters<PointsShop['coupon']>[0]) =>
    shop.set(BY_CUPS, { enable: true, limit, url: '', couponInfoId: await shop.coupon(more) });
  const given = (shop: PointsShop) =>
    shop.inside((tx) => tx.db.selectFrom('collection_point').select(['serial_number', 'order_no']).execute());

  test('each time it is full a coupon is given, several by one order', async () => {
    const shop = await openPointsShop(town);
    await card(shop, 7);
    const orderNo = await shop.madeOrder(three(shop));
    expect(await shop.stamps()).toBe(1);
    const rows = await given(shop);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ order_no: orderNo });
    expect(new Set(rows.map(({ serial_number }) => serial_number)).size).toBe(2);
  });

  test('a coupon that has run out leaves it full: the next stamps ask again', async () => {
    const shop = await openPointsShop(town);
    await card(shop, 7, { max_total: 1 });
    await shop.madeOrder(three(shop));
    expect([await shop.stamps(), (await given(shop)).length]).toEqual([8, 1]);
    await card(shop, 7);
    await shop.madeOrder();
    expect([await shop.stamps(), (await given(shop)).length]).toEqual([6, 2]);
  });

  test('what a refund takes back comes off the card', async () => {
    const shop = await openPointsShop(town);
    await card(shop, 7);
    const orderNo = await shop.madeOrder(three(shop));
    await refund(shop, orderNo, 3 * 3_599);
    await town.until(async () => (await shop.stamps()) === -14);
    expect(await shop.balance()).toBe(0);
  });
});
