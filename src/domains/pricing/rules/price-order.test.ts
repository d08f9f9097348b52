import { expect, test } from 'vitest';
import type { CouponValue } from '#domains/coupons/contract/coupon.ts';
import { type ExplainPriceRequest, PriceResult } from '../contract/price.ts';
import { priceOrder } from './price-order.ts';
import type { PricingInput } from './pricing-input.ts';

const PERCENT = 10_000;

function aBasket(overrides: Partial<PricingInput> = {}): PricingInput {
  return {
    currency: 'EUR',
    taxMode: 'exclusive',
    taxRounding: 'line',
    couponApplies: 'beforeTax',
    spotTaxRate: 0,
    channelDiscountPercent: 0,
    channel: 'app',
    paidBy: 'card',
    extraAmounts: [],
    lines: [{ unitMinor: 1000, quantity: 1 }],
    ...overrides,
  };
}

function priceOf(overrides: Partial<PricingInput>): PriceResult {
  const answer = priceOrder(aBasket(overrides));
  if (!answer.priced) throw new Error(answer.because);
  return PriceResult.parse(answer.price);
}

/** `[unit, quantity, own rate in percent]` */
const linesOf = (...lines: [number, number?, number?][]): ExplainPriceRequest['lines'] =>
  lines.map(([unitMinor, quantity = 1, percent]) => ({
    unitMinor,
    quantity,
    ...(percent === undefined ? {} : { taxRate: percent * PERCENT }),
  }));

const flat = (valueMinor: number): CouponValue => ({ type: 4, valueMinor });
const wholeOrder = (percent: number): CouponValue => ({ type: 2, rate: percent * PERCENT });

interface Example {
  name: string;
  input: Partial<PricingInput>;
  discounts?: number[];
  taxes: number[];
  total: number;
  extra?: number;
  extraTax?: number;
  payable?: number;
}

const tax = (percent: number): Partial<PricingInput> => ({ spotTaxRate: percent * PERCENT });
const extraRow = [{ minMinor: 1000, maxMinor: 2000, addMinor: 200 }];

const T5 = { ...tax(15), lines: linesOf([1200], [800]), coupon: flat(300) };
const T6 = { ...tax(25), taxMode: 'inclusive', lines: linesOf([2500]), coupon: wholeOrder(20) } as const;
const T2 = { ...tax(10), lines: linesOf([345], [345]) };
const T9 = { ...tax(15), lines: linesOf([600, 2]), extraAmounts: extraRow };

// Practice 4.4
const TAX_EXAMPLES: Example[] = [
  { name: 'T1', input: { ...tax(15), lines: linesOf([333, 3]) }, taxes: [150], total: 1149 },
  { name: 'T2a', input: T2, taxes: [35, 35], total: 760 },
  { name: 'T2b', input: { ...T2, taxRounding: 'order' }, taxes: [35, 34], total: 759 },
  { name: 'T3', input: { ...tax(25), taxMode: 'inclusive', lines: linesOf([4500]) }, taxes: [900], total: 4500 },
  {
    name: 'T4',
    input: { ...tax(15), lines: linesOf([500], [300, 2, 0], [1000, 1, 25]) },
    taxes: [75, 0, 250],
    total: 2425,
  },
  { name: 'T5a', input: T5, discounts: [180, 120], taxes: [153, 102], total: 1955 },
  { name: 'T5b', input: { ...T5, couponApplies: 'afterTax' }, discounts: [180, 120], taxes: [180, 120], total: 2000 },
  { name: 'T6a', input: T6, discounts: [500], taxes: [400], total: 2000 },
  { name: 'T6b', input: { ...T6, couponApplies: 'afterTax' }, discounts: [500], taxes: [500], total: 2000 },
  {
    name: 'T7',
    input: { ...tax(10), lines: linesOf([999], [999], [999]), coupon: flat(1000) },
    discounts: [334, 333, 333],
    taxes: [67, 67, 67],
    total: 2198,
  },
  {
    name: 'T8',
    input: { ...tax(8), currency: 'JPY', taxMode: 'inclusive', lines: linesOf([480], [350, 2]) },
    taxes: [36, 52],
    total: 1180,
  },
  { name: 'T9', input: T9, taxes: [180], extra: 200, extraTax: 30, total: 1610 },
  {
    name: 'T10',
    input: { ...T9, coupon: flat(300) },
    discounts: [300],
    taxes: [135],
    extra: 200,
    extraTax: 30,
    total: 1265,
  },
  {
    name: 'T11',
    input: { ...tax(12), currency: 'SEK', taxMode: 'inclusive', paidBy: 'cash', lines: linesOf([4249]) },
    taxes: [455],
    total: 4249,
    payable: 4200,
  },
];

test.each(TAX_EXAMPLES)(
  '$name of practice 4.4',
  ({ input, discounts, taxes, total, extra = 0, extraTax = 0, payable }) => {
    const price = priceOf(input);
    expect(price.lines.map((line) => line.discountMinor)).toEqual(discounts ?? taxes.map(() => 0));
    expect(price.lines.map((line) => line.taxMinor)).toEqual(taxes);
    expect(price.extraMinor).toBe(extra);
    expect(price.taxMinor).toBe(taxes.reduce((sum, each) => sum + each, extraTax));
    expect(price.totalMinor).toBe(total);
    expect(price.payableMinor).toBe(payable ?? total);
    expect(price.roundingAdjustmentMinor).toBe((payable ?? total) - total);
  },
);

test('T5b: the gross lines 1380 and 920 lose 180 and 120', () => {
  const { lines } = priceOf({ ...T5, couponApplies: 'afterTax' });
  expect(lines.map((line) => line.payableMinor)).toEqual([1200, 800]);
});

const threshold: CouponValue = { type: 3, valueMinor: 1000, targetMinor: 5000 };

// Practice 5.3
test.each([
  {
    name: 'C1',
    lines: linesOf([2800], [3500, 2]),
    coupon: { type: 1, rate: 30 * PERCENT } satisfies CouponValue,
    split: [0, 1050],
    pay: 8750,
  },
  { name: 'C2', lines: linesOf([2800], [3500, 2]), coupon: wholeOrder(15), split: [420, 1050], pay: 8330 },
  { name: 'C3', lines: linesOf([2800], [2200]), coupon: threshold, split: [560, 440], pay: 4000 },
  { name: 'C5', lines: linesOf([450]), coupon: flat(500), split: [450], pay: 0 },
  { name: 'C6', lines: linesOf([3333]), coupon: wholeOrder(15), channelDiscountPercent: 10, split: [450], pay: 2550 },
])('$name of practice 5.3', ({ name: _, split, pay, ...input }) => {
  const price = priceOf(input);
  expect(price.lines.map((line) => line.discountMinor)).toEqual(split);
  expect(price.discountMinor).toBe(split.reduce((sum, share) => sum + share));
  expect(price.payableMinor).toBe(pay);
});

test('C4: a basket below the threshold is refused', () => {
  const answer = priceOrder(aBasket({ lines: linesOf([2800], [2199]), coupon: threshold }));
  expect(answer).toEqual({ priced: false, because: 'coupon.threshold-not-reached' });
});

test.each([
  [1, 'app', 'card', true],
  [1, 'kiosk', 'pos', true],
  [2, 'miniprogram', 'card', true],
  [4, 'kiosk', 'cash', true],
  [5, 'kiosk', 'pos', true],
  [5, 'kiosk', 'card', false],
  [5, 'kiosk', 'cash', false],
  [5, 'app', 'pos', false],
  [6, 'kiosk', 'pos', true],
  [6, 'miniprogram', 'card', false],
] as const)('a coupon of type %i at channel %s paid by %s counts: %s', (type, channel, paidBy, counts) => {
  const coupon: CouponValue = { type, valueMinor: 100, rate: 10 * PERCENT };
  const answer = priceOrder(aBasket({ coupon, channel, paidBy }));
  if (counts) expect(answer).toMatchObject({ priced: true, price: { discountMinor: 100, payableMinor: 900 } });
  else expect(answer).toEqual({ priced: false, because: 'coupon.not-valid-for-channel' });
});

test('a wrong channel is told before a missed threshold', () => {
  const coupon: CouponValue = { type: 5, valueMinor: 100, targetMinor: 100_000 };
  expect(priceOrder(aBasket({ coupon }))).toMatchObject({ because: 'coupon.not-valid-for-channel' });
});

test('a single-item coupon takes the earlier of two equally dear lines', () => {
  const coupon: CouponValue = { type: 1, rate: 50 * PERCENT };
  const { lines } = priceOf({ lines: linesOf([500, 2], [700], [700, 3]), coupon });
  expect(lines.map((line) => line.discountMinor)).toEqual([0, 350, 0]);
});

test('after tax a single-item coupon reckons on the gross of one unit, rounded', () => {
  const coupon: CouponValue = { type: 1, rate: 50 * PERCENT };
  // 3 × 333 + 150 tax = 1149 gross, 383 a unit, half of it 192
  const price = priceOf({ ...tax(15), lines: linesOf([333, 3]), couponApplies: 'afterTax', coupon });
  expect(price).toMatchObject({ discountMinor: 192, taxMinor: 150, totalMinor: 957 });
});

test('after tax the threshold is still tested on the subtotal', () => {
  const input = { ...tax(25), lines: linesOf([4500]), couponApplies: 'afterTax', coupon: threshold } as const;
  expect(priceOrder(aBasket(input))).toMatchObject({ because: 'coupon.threshold-not-reached' });
});

test('after tax a flat coupon above the gross amounts makes a free order, its full tax still shown', () => {
  const price = priceOf({
    ...tax(25),
    lines: linesOf([1000, 1, 0], [1000]),
    couponApplies: 'afterTax',
    coupon: flat(9999),
  });
  expect(price.lines.map((line) => line.payableMinor)).toEqual([0, 0]);
  expect(price).toMatchObject({
    subtotalMinor: 2000,
    discountMinor: 2250,
    taxMinor: 250,
    totalMinor: 0,
    payableMinor: 0,
  });
});

test('an extra amount counts from its lower bound up to but without its upper bound', () => {
  const extraOf = (unitMinor: number) => priceOf({ lines: linesOf([unitMinor]), extraAmounts: extraRow }).extraMinor;
  expect([999, 1000, 1999, 2000].map(extraOf)).toEqual([0, 200, 200, 0]);
});

test('a proportional extra amount is reckoned on the subtotal before the coupon and not reduced by it', () => {
  const extraAmounts = [{ minMinor: 0, maxMinor: 10_000, proportion: 88_750 }];
  const price = priceOf({ lines: linesOf([1000]), extraAmounts, coupon: flat(1000) });
  expect(price).toMatchObject({ discountMinor: 1000, extraMinor: 89, totalMinor: 89 });
});

test('where prices are inclusive the extra amount contains its tax', () => {
  const price = priceOf({ ...tax(25), taxMode: 'inclusive', lines: linesOf([1000]), extraAmounts: extraRow });
  expect(price).toMatchObject({ extraMinor: 200, taxMinor: 240, totalMinor: 1200 });
});

test('rounded per order, the extra amount shares the group of the spot rate', () => {
  // 10 % of 345 + 345 + 5 = 69.5 → 70, fractions .5, .5, .5: two units, to the earlier lines
  const extraAmounts = [{ minMinor: 0, maxMinor: 1000, addMinor: 5 }];
  const price = priceOf({ ...T2, taxRounding: 'order', extraAmounts });
  expect(price.lines.map((line) => line.taxMinor)).toEqual([35, 35]);
  expect(price).toMatchObject({ taxMinor: 70, extraMinor: 5, totalMinor: 765 });
});

// Practice 1.3 and 1.4
test.each([
  { name: '2.625 OMR by card', currency: 'OMR', paidBy: 'card', total: 2625, payable: 2630 },
  { name: '1.318 OMR by card', currency: 'OMR', paidBy: 'card', total: 1318, payable: 1320 },
  { name: '2.625 OMR in cash', currency: 'OMR', paidBy: 'cash', total: 2625, payable: 2625 },
  { name: '42.49 SEK in cash', currency: 'SEK', paidBy: 'cash', total: 4249, payable: 4200 },
  { name: '42.50 SEK in cash', currency: 'SEK', paidBy: 'cash', total: 4250, payable: 4300 },
  { name: '42.50 SEK by card', currency: 'SEK', paidBy: 'card', total: 4250, payable: 4250 },
  { name: '7.45 ILS in cash', currency: 'ILS', paidBy: 'cash', total: 745, payable: 750 },
  {
    name: '5 cent steps in a euro country',
    currency: 'EUR',
    paidBy: 'cash',
    cashStepMinor: 5,
    total: 748,
    payable: 750,
  },
  { name: 'a channel of tens', currency: 'EUR', paidBy: 'pos', amountStepMinor: 10, total: 744, payable: 740 },
] as const)('$name: $total is charged as $payable', ({ name: _, total, payable, ...input }) => {
  const price = priceOf({ ...input, lines: linesOf([total]) });
  expect(price).toMatchObject({
    totalMinor: total,
    payableMinor: payable,
    roundingAdjustmentMinor: payable - total,
    discountMinor: 0,
  });
});

test('nothing is sold in a withdrawn currency', () => {
  expect(priceOrder(aBasket({ currency: 'FRF' }))).toEqual({ priced: false, because: 'order.currency-withdrawn' });
});

test('a payable below the minimum of the channel is refused, a free order is not', () => {
  const tiny = aBasket({ lines: linesOf([49]), channelMinimumMinor: 50 });
  expect(priceOrder(tiny)).toEqual({ priced: false, because: 'order.amount-below-minimum' });
  expect(priceOrder({ ...tiny, coupon: flat(49) })).toMatchObject({ priced: true, price: { payableMinor: 0 } });
});

test('an amount that JSON could not carry exactly is refused', () => {
  const lines = linesOf([Number.MAX_SAFE_INTEGER, 2]);
  expect(priceOrder(aBasket({ lines }))).toEqual({ priced: false, because: 'order.amount-too-large' });
});

test('the receipt learns tax per rate, the extra amount included', () => {
  const answer = priceOrder(aBasket({ ...T9, lines: linesOf([600], [600, 1, 25]) }));
  expect(answer).toMatchObject({
    extraTaxMinor: 30,
    lineTaxRates: [150_000, 250_000],
    taxes: [
      { rate: 250_000, baseMinor: 600, taxMinor: 150 },
      { rate: 150_000, baseMinor: 800, taxMinor: 120 },
    ],
  });
});

test('the trace retells every step with its amount', () => {
  const price = priceOf({ ...T9, currency: 'SEK', paidBy: 'cash', channelDiscountPercent: 10, coupon: flat(300) });
  expect(price.trace).toEqual([
    { step: 'unit', detail: '#1', amountMinor: 600 },
    { step: 'channelDiscount', detail: '#1 600 × 10 %', amountMinor: -60 },
    { step: 'lineAmount', detail: '#1 540 × 2', amountMinor: 1080 },
    { step: 'subtotal', detail: '1080', amountMinor: 1080 },
    { step: 'coupon', detail: 'min(300, 1080)', amountMinor: -300 },
    { step: 'couponShare', detail: '#1', amountMinor: -300 },
    { step: 'extra', detail: '1000 ≤ 1080 < 2000', amountMinor: 200 },
    { step: 'lineTax', detail: '#1 780 × 15 %', amountMinor: 117 },
    { step: 'extraTax', detail: '200 × 15 %', amountMinor: 30 },
    { step: 'total', detail: '', amountMinor: 1127 },
    { step: 'cashStep', detail: '1127 → n × 100', amountMinor: -27 },
    { step: 'payable', detail: '', amountMinor: 1100 },
  ]);
});
