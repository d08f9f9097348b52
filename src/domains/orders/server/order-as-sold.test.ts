import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { priceEndpoints } from '#domains/pricing/contract/endpoints.ts';
import { reductionsOf } from '#domains/pricing/rules/order-amounts.ts';
import { aKey, startTestTown, type TestShop, type TestTown } from './test-shop.ts';

let town: TestTown;
let shop: TestShop;
beforeAll(async () => {
  town = await startTestTown();
  shop = await town.openShop();
  await shop.inside(async ({ db }) => {
    await db
      .updateTable('spot')
      .set({ app_discount_percent: 10, name_zh: '中央车站' })
      .where('id', '=', shop.spotId)
      .execute();
    const latte = { name_zh: '拿铁', discounted_price_minor: 4_000 };
    await db.updateTable('beverage').set(latte).where('id', '=', shop.latteId).execute();
  });
});
afterAll(() => town.stop());

const LINES = [
  { goodsId: '', quantity: 2 },
  { goodsId: '', quantity: 1 },
];
const lines = () => LINES.map((line, index) => ({ ...line, goodsId: index === 0 ? shop.latteId : shop.espressoId }));

test('names are those of the sale, in the language of whoever reads', async () => {
  const created = await town.server.call(
    storefrontEndpoints.createOrder,
    { spotId: shop.spotId, lines: lines() },
    { ...shop.customer, headers: { ...aKey(), language: 'zh-CN' } },
  );
  expect(created.receipt.spotName).toBe('中央车站');
  const { orderNo, goodsSummary } = await shop.paidOrder(lines());
  expect(goodsSummary).toBe('2 × Latte, 1 × Espresso');
  await shop.inside(({ db }) =>
    db.updateTable('beverage').set({ name_zh: '大拿铁' }).where('id', '=', shop.latteId).execute(),
  );
  const read = (language: 'en-US' | 'zh-CN') =>
    town.server.call(orderEndpoints.detail, { orderNo }, { ...shop.staff, language });
  expect(await read('zh-CN')).toMatchObject({
    goodsSummary: '2 × 拿铁、1 × Espresso',
    spotName: '中央车站',
    lines: [{ name: '拿铁' }, { name: 'Espresso' }],
    drinks: [{ name: '拿铁' }, { name: '拿铁' }, { name: 'Espresso' }],
    receipt: { spotName: '中央车站' },
  });
  expect(await read('en-US')).toMatchObject({
    ...{ goodsSummary: '2 × Latte, 1 × Espresso', spotName: 'Central Station' },
    receipt: { spotName: 'Central Station' },
  });
  const { records } = await town.server.call(orderEndpoints.page, {}, { ...shop.staff, language: 'zh-CN' });
  expect(records[0]).toMatchObject({ goodsSummary: '2 × 拿铁、1 × Espresso', cupSteps: [0, 0, 0] });
});

test('the way from the list price to the total is kept, and explained by what priced it', async () => {
  const { orderNo } = await shop.paidOrder(lines());
  const order = await town.server.call(orderEndpoints.detail, { orderNo }, shop.staff);
  expect(order.lines).toMatchObject([
    { listPriceMinor: 4_500, unitMinor: 3_600, channelDiscountMinor: 800, amountMinor: 7_200 },
    { listPriceMinor: 3_000, unitMinor: 2_700, channelDiscountMinor: 300, amountMinor: 2_700 },
  ]);
  const { listMinor, reducedMinor, channelDiscountMinor } = reductionsOf(order.lines);
  expect(listMinor - reducedMinor - channelDiscountMinor).toBe(order.money.subtotalMinor);
  // a later change of the spot explains nothing of this order
  await shop.inside(({ db }) => db.updateTable('spot').set({ app_discount_percent: 50 }).execute());
  const explainer = await shop.tenant.staff(['order:explain-price']);
  const price = await town.server.call(priceEndpoints.explainPrice, order.pricing!, explainer);
  expect(price.payableMinor).toBe(order.money.payableMinor);
  expect(price.trace.map(({ step }) => step)).toContain('channelDiscount');
});

test('a robot is told which cups pass the drawing machine, and on which foam a picture is printed', async () => {
  await shop.inside(({ db }) =>
    db
      .updateTable('beverage')
      .set({ drawing_machine: true, foam_printing: true })
      .where('id', '=', shop.latteId)
      .execute(),
  );
  const { orderNo } = await shop.paidOrder(lines());
  const command = await shop.inside(({ db }) =>
    db.selectFrom('device_command').select('args').where('order_no', '=', orderNo).executeTakeFirstOrThrow(),
  );
  const { drinks } = command.args as { drinks: { drawingMachine?: boolean; foamPrinting?: boolean }[] };
  expect(drinks.map(({ drawingMachine, foamPrinting }) => [drawingMachine, foamPrinting])).toEqual([
    [true, true],
    [true, true],
    [undefined, undefined],
  ]);
});
