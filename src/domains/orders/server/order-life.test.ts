import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { storefrontPriceEndpoints } from '#domains/pricing/contract/storefront-endpoints.ts';
import { MakeOrderArgs } from '#domains/robots/contract/commands.ts';
import { aKey, startTestTown, type TestTown } from './test-shop.ts';

let town: TestTown;
beforeAll(async () => {
  town = await startTestTown();
});
afterAll(() => town.stop());

test('an order is priced, paid, made, handed out, and its timeline tells so', async () => {
  const shop = await town.openShop();
  const created = await shop.order();
  expect(created).toMatchObject({ status: 1, step: 0, pickupCode: null, money: { payableMinor: 4500, taxMinor: 900 } });

  expect(await shop.read(created.orderNo)).toEqual(created);
  const paid = await shop.pay(created.orderNo);
  expect(paid).toMatchObject({ status: 3, step: 0, payment: { status: 'succeeded', amountMinor: 4500 } });
  expect(paid.pickupCode).toMatch(/^\d{4}$/);
  expect(await shop.level('beans')).toMatchObject({ reserved: 18 });

  await shop.robotSays(created.orderNo, { step: 1, event: 2251 });
  await shop.robotSays(created.orderNo, { step: 2, event: 2301 });
  expect(await shop.read(created.orderNo)).toMatchObject({ status: 5, step: 2 });
  expect(await shop.level('beans')).toMatchObject({ reserved: 0, current: 17_982 });

  const taken = await town.server.call(storefrontEndpoints.pickUp, { orderNo: created.orderNo }, shop.customer);
  expect(taken).toMatchObject({ status: 6, step: 3 });
  const detail = await town.server.call(orderEndpoints.detail, { orderNo: created.orderNo }, shop.staff);
  expect(detail.timeline.map((entry) => entry.code)).toEqual([2402, 2301, 2251, 2201, 2101]);
  expect(town.provider.ledger(shop.secretKey).entries).toHaveLength(1);
});

test('what a robot says it used for several cups together is taken from stock once', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder([{ goodsId: shop.latteId, quantity: 3 }]);
  const before = { beans: await shop.level('beans'), milk: await shop.level('milk') };
  await shop.robotSays(orderNo, { step: 1, event: 2251 });
  await shop.robotSays(orderNo, { step: 2, event: 2301, consumed: [{ code: 'beans', amount: 70 }] });
  expect(await shop.level('beans')).toEqual({ current: before.beans.current - 70, reserved: 0 });
  // of what it says nothing about, the recipe counts: 200 ml a cup
  expect(await shop.level('milk')).toEqual({ current: before.milk.current - 600, reserved: 0 });
});

test('a cup whose auxiliary material is not there any more is made without it, and the robot is told so', async () => {
  const shop = await town.openShop();
  await shop.inside(async ({ db }) => {
    const milk = db.selectFrom('material').where('code', '=', 'milk').select('id');
    await db.updateTable('recipe_line').set({ necessary: false }).where('material_id', 'in', milk).execute();
    await db.updateTable('robot_material').set({ current: 250 }).where('material_id', 'in', milk).execute();
  });
  const { orderNo } = await shop.paidOrder([{ goodsId: shop.latteId, quantity: 2 }]);
  const { args } = await shop.inside(({ db }) =>
    db.selectFrom('device_command').select('args').where('order_no', '=', orderNo).executeTakeFirstOrThrow(),
  );
  const { drinks } = MakeOrderArgs.parse(args);
  expect(drinks.map(({ recipe, without }) => [recipe.map(({ code }) => code).toSorted(), without])).toEqual([
    [['beans', 'cup', 'milk'], undefined],
    [['beans', 'cup'], ['milk']],
  ]);
});

test('goods whose names are longer than the summary are ordered all the same', async () => {
  const shop = await town.openShop();
  const name = `${'x'.repeat(195)}😀`;
  await shop.inside((tx) => tx.db.updateTable('beverage').set({ name }).where('id', '=', shop.latteId).execute());
  expect(await shop.order()).toMatchObject({ status: 1, goodsSummary: `1 × ${'x'.repeat(195)}` });
});

test('the quote of a basket is the price of its order', async () => {
  const shop = await town.openShop();
  const lines = [
    { goodsId: shop.latteId, quantity: 2 },
    { goodsId: shop.espressoId, quantity: 1 },
  ];
  const quoted = await town.server.call(
    storefrontPriceEndpoints.quote,
    { spotId: shop.spotId, paidBy: 'card', lines },
    shop.customer,
  );
  const { money } = await shop.order(lines);
  expect(money).toMatchObject({ payableMinor: quoted.payableMinor, taxMinor: quoted.taxMinor });
  expect(quoted.payableMinor).toBe(12_000);
});

test('more cups than an order has are neither ordered nor quoted', async () => {
  const shop = await town.openShop();
  const lines = [
    { goodsId: shop.latteId, quantity: 50 },
    { goodsId: shop.espressoId, quantity: 50 },
  ];
  const quote = () =>
    town.server.call(storefrontPriceEndpoints.quote, { spotId: shop.spotId, paidBy: 'card', lines }, shop.customer);
  for (const ask of [() => shop.order(lines), quote])
    await expect(ask()).rejects.toMatchObject({
      answer: { status: 400, body: { faults: [{ path: 'lines', message: 'An order has at most 99 cups' }] } },
    });
});

test('a key sells through its channel, and cash waits for its box', async () => {
  const shop = await town.openShop();
  const request = { spotId: shop.spotId, lines: [{ goodsId: shop.latteId, quantity: 1 }] };
  const ask = (more: object) =>
    town.server.call(storefrontEndpoints.createOrder, { ...request, ...more }, { ...shop.customer, headers: aKey() });
  await expect(ask({ channel: 'kiosk' })).rejects.toMatchObject({ problem: 'order.channel-not-allowed' });
  await expect(ask({ paidBy: 'cash' })).rejects.toMatchObject({ problem: 'payment.channel-not-available' });
  await expect(ask({ couponCode: 'WELCOME1' })).rejects.toMatchObject({ problem: 'coupon.unknown-code' });
});
