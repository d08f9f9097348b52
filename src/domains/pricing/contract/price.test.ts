import { expect, test } from 'vitest';
import { ExplainPriceRequest } from './price.ts';

const request = {
  currency: 'NOK',
  taxMode: 'inclusive',
  taxRounding: 'line',
  couponApplies: 'beforeTax',
  spotTaxRate: 250_000,
  channelDiscountPercent: 0,
  channel: 'kiosk',
  paidBy: 'pos',
  extraAmounts: [],
  lines: [{ unitMinor: 4500, quantity: 1 }],
};

const pathsOf = (changes: object): string[] => {
  const parsed = ExplainPriceRequest.safeParse({ ...request, ...changes });
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.path.join('.'));
};

test('free values as product.md 3 lists them are accepted, numbers as text too', () => {
  expect(pathsOf({})).toEqual([]);
  expect(
    pathsOf({ spotTaxRate: '250000', amountStepMinor: 10, coupon: { type: '3', valueMinor: '500', targetMinor: 900 } }),
  ).toEqual([]);
});

test('fields of another type of coupon mean nothing, 0 among them', () => {
  expect(pathsOf({ coupon: { type: 1, rate: 100_000, valueMinor: 0, targetMinor: 0 } })).toEqual([]);
  expect(pathsOf({ coupon: { type: 3, valueMinor: 500, targetMinor: 0 } })).toEqual(['coupon.targetMinor']);
});

test.each([
  ['an unknown currency', { currency: 'XXX' }, 'currency'],
  ['a negative price', { lines: [{ unitMinor: -1, quantity: 1 }] }, 'lines.0.unitMinor'],
  ['half a cup', { lines: [{ unitMinor: 1, quantity: 0.5 }] }, 'lines.0.quantity'],
  ['no line', { lines: [] }, 'lines'],
  ['a discount of 100 %', { channelDiscountPercent: 100 }, 'channelDiscountPercent'],
  ['a coupon of 100 %', { coupon: { type: 2, rate: 1_000_000 } }, 'coupon.rate'],
  ['a rate coupon without its rate', { coupon: { type: 1 } }, 'coupon.rate'],
  ['a flat coupon without its value', { coupon: { type: 4, rate: 100 } }, 'coupon.valueMinor'],
  ['a coupon of type 7', { coupon: { type: 7, rate: 100 } }, 'coupon.type'],
  ['a threshold below the reduction', { coupon: { type: 3, valueMinor: 2, targetMinor: 1 } }, 'coupon.targetMinor'],
  ['an empty extra range', { extraAmounts: [{ minMinor: 5, maxMinor: 5, addMinor: 1 }] }, 'extraAmounts.0.maxMinor'],
  ['an extra row without amount', { extraAmounts: [{ minMinor: 1, maxMinor: 5 }] }, 'extraAmounts.0.addMinor'],
  [
    'overlapping extra ranges',
    {
      extraAmounts: [
        { minMinor: 1, maxMinor: 5, addMinor: 1 },
        { minMinor: 4, maxMinor: 9, addMinor: 1 },
      ],
    },
    'extraAmounts.1',
  ],
])('%s is a fault at its path', (_, changes, path) => {
  expect(pathsOf(changes)).toContain(path);
});

test('a field that the caller may not set is refused', () => {
  const parsed = ExplainPriceRequest.safeParse({ ...request, totalMinor: 1 });
  expect(parsed.success).toBe(false);
});
