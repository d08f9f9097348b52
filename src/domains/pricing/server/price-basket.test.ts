import { afterAll, beforeAll, expect, test } from 'vitest';
import { beverages } from '#domains/beverages/server/index.ts';
import { aCatalogue, type TestCatalogue } from '#domains/beverages/server/test-catalogue.ts';
import { coupons } from '#domains/coupons/server/index.ts';
import { priceEndpoints } from '#domains/pricing/contract/endpoints.ts';
import type { ExplainPriceRequest } from '#domains/pricing/contract/price.ts';
import { spots } from '#domains/spots/server/index.ts';
import { type Caller, startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { pricing } from './index.ts';

let server: TestServer;
let goods: TestCatalogue;
let foreign: TestCatalogue;
let staff: Caller;
let elsewhere: Caller;

beforeAll(async () => {
  server = await startTestServer({ slices: [spots, beverages, coupons, pricing], planDue: async () => 0 });
  const tenant = await server.newTenant();
  goods = await aCatalogue(server.services.database, tenant.id);
  foreign = await aCatalogue(server.services.database, (await server.newTenant()).id);
  staff = await tenant.staff(['order:quote', 'order:explain-price']);
  elsewhere = await tenant.staff(['order:quote'], { spotIds: [] });
});
afterAll(() => server?.stop());

const basket = () => ({
  spotId: goods.spotId,
  channel: 'app' as const,
  paidBy: 'cash' as const,
  lines: [
    { goodsId: goods.latteId, quantity: 2, optionIds: [goods.largeId, goods.shotId] },
    { goodsId: goods.espressoId, quantity: 1, optionIds: [] },
  ],
});

test('a quote prices saved goods: options, channel discount, rates, cash step', async () => {
  const price = await server.call(priceEndpoints.quote, basket(), staff);
  // 2 × (5800 − 580) at 15 % and 2500 − 250 at 25 %, inclusive; 12690 øre in cash is 127 kroner
  expect(price).toMatchObject({
    subtotalMinor: 12_690,
    extraMinor: 0,
    taxMinor: 1362 + 450,
    totalMinor: 12_690,
    payableMinor: 12_700,
    roundingAdjustmentMinor: 10,
    lines: [
      { unitMinor: 5220, amountMinor: 10_440, discountMinor: 0, taxMinor: 1362, payableMinor: 10_440 },
      { unitMinor: 2250, amountMinor: 2250, discountMinor: 0, taxMinor: 450, payableMinor: 2250 },
    ],
  });
});

test('a quote names the auxiliary materials that do not reach for all cups of a line, and nothing where they do', async () => {
  const latte = (quantity: number) => ({ goodsId: goods.latteId, quantity, optionIds: [goods.smallId] });
  const without = async (lines: object[], more: object = {}) => {
    const price = await server.call(priceEndpoints.quote, { ...basket(), lines, ...more } as never, staff);
    return price.lines.map((line) => line.withoutMaterials);
  };
  const syrup = [{ name: 'Syrup', nameZh: '糖浆' }];
  // the robot holds 15 ml, a latte takes 10
  expect(await without([latte(1)])).toEqual([undefined]);
  expect(await without([latte(2)])).toEqual([syrup]);
  expect(await without([latte(1), latte(1)])).toEqual([undefined, syrup]);
  expect(await without([latte(2)], { deviceImei: goods.imei })).toEqual([syrup]);
  // nothing is said of a robot of another spot, nor of cups that nobody can make
  expect(await without([latte(2)], { deviceImei: foreign.imei })).toEqual([undefined]);
  expect(await without([latte(99)])).toEqual([undefined]);
});

test.each([
  ['a price in the basket', () => ({ ...basket(), totalMinor: 1 }), 400, 'request.malformed'],
  ['a coupon code that nobody issued', () => ({ ...basket(), couponCode: 'FREE42' }), 200, 'coupon.unknown-code'],
  ["another tenant's spot", () => ({ ...basket(), spotId: foreign.spotId }), 404, 'spot.not-found'],
  [
    "another tenant's beverage",
    () => ({ ...basket(), lines: [{ goodsId: foreign.latteId, quantity: 1, optionIds: [] }] }),
    404,
    'beverage.not-found',
  ],
  [
    'a latte without size',
    () => ({ ...basket(), lines: [{ goodsId: goods.latteId, quantity: 1, optionIds: [] }] }),
    200,
    'beverage.option-required',
  ],
])('%s is refused', async (_, body, status, problem) => {
  const answer = await server.send('POST', '/sos-backend/coffeeorder/api/quote', body(), staff);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ success: false, result: null, problem });
});

test('staff of other spots gets no quote', async () => {
  await expect(server.call(priceEndpoints.quote, basket(), elsewhere)).rejects.toMatchObject({
    problem: 'spot.not-found',
  });
});

const T5: ExplainPriceRequest = {
  currency: 'EUR',
  taxMode: 'exclusive',
  taxRounding: 'line',
  couponApplies: 'afterTax',
  spotTaxRate: 150_000,
  channelDiscountPercent: 0,
  channel: 'app',
  paidBy: 'card',
  extraAmounts: [],
  lines: [
    { unitMinor: 1200, quantity: 1 },
    { unitMinor: 800, quantity: 1 },
  ],
  coupon: { type: 4, valueMinor: 300 },
};

test('explainPrice answers the result of product.md 3 and nothing else', async () => {
  const price = await server.call(priceEndpoints.explainPrice, T5, staff);
  expect(Object.keys(price)).toEqual([
    'subtotalMinor',
    'discountMinor',
    'extraMinor',
    'taxMinor',
    'totalMinor',
    'payableMinor',
    'roundingAdjustmentMinor',
    'lines',
    'trace',
  ]);
  expect(price.lines.map((line) => line.payableMinor)).toEqual([1200, 800]);
  expect(price.trace.at(-1)).toEqual({ step: 'payable', detail: '', amountMinor: 2000 });
});

test.each([
  [
    { coupon: { type: 3 as const, valueMinor: 100, targetMinor: 2001 } },
    'coupon.threshold-not-reached',
    '未达到优惠券使用门槛',
  ],
  [{ coupon: { type: 6 as const, rate: 100_000 } }, 'coupon.not-valid-for-channel', '该优惠券不适用于此渠道'],
])('a coupon that does not apply is a refusal with its problem: %j', async (changes, problem, message) => {
  const path = '/sos-backend/coffeeorder/api/explainPrice';
  const answer = await server.send('POST', path, { ...T5, ...changes }, { ...staff, language: 'zh-CN' });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ success: false, code: '422', problem, message, result: null });
});

test('a withdrawn currency sells nothing', async () => {
  const refused = server.call(priceEndpoints.explainPrice, { ...T5, currency: 'NLG' }, staff);
  await expect(refused).rejects.toMatchObject({ problem: 'order.currency-withdrawn' });
});
