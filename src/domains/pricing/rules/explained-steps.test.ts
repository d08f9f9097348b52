import { expect, test } from 'vitest';
import type { PriceResult } from '../contract/price.ts';
import { type ExplainedFacts, explainedSteps } from './explained-steps.ts';
import { priceOrder } from './price-order.ts';
import type { PricingInput } from './pricing-input.ts';

const plain: PricingInput = {
  ...{ currency: 'NOK', taxMode: 'inclusive', taxRounding: 'line', couponApplies: 'beforeTax', spotTaxRate: 250_000 },
  ...{ channelDiscountPercent: 0, channel: 'app', paidBy: 'card', extraAmounts: [] },
  lines: [{ unitMinor: 4500, quantity: 1 }],
};
function priceOf(input: PricingInput): PriceResult {
  const answer = priceOrder(input);
  if (!answer.priced) throw new Error(answer.because);
  return answer.price;
}
/** Steps in their order, those left out with their reason. */
const stepsOf = (changes: Partial<PricingInput> = {}, more: Partial<ExplainedFacts> = {}): string[] => {
  const input = { ...plain, ...changes };
  const { channelDiscountPercent, extraAmounts, paidBy } = input;
  const facts = { channelDiscountPercent, extraAmounts, paidBy, coupon: input.coupon ? 'used' : 'none' } as const;
  return explainedSteps(priceOf(input), { ...facts, ...more }).map((one) =>
    'taken' in one ? one.taken.step : `${one.leftOut.step}: ${one.leftOut.why}`,
  );
};

test('a plain price says which steps did nothing, where they would have been', () => {
  expect(stepsOf()).toEqual([
    ...['unit', 'lineAmount', 'channelDiscount: noDiscount', 'subtotal', 'coupon: noCoupon', 'extra: noExtra'],
    ...['lineTax', 'total', 'amountStep: wholeStep', 'cashStep: notCash', 'payable'],
  ]);
});

test('a price with everything has nothing left out but the other step', () => {
  const everything = {
    channelDiscountPercent: 10,
    coupon: { type: 4 as const, valueMinor: 301 },
    extraAmounts: [{ minMinor: 0, maxMinor: 9000, addMinor: 200 }],
    paidBy: 'cash' as const,
  };
  expect(stepsOf(everything)).toEqual([
    ...['unit', 'channelDiscount', 'lineAmount', 'subtotal', 'coupon', 'couponShare', 'extra'],
    ...['lineTax', 'extraTax', 'total', 'cashStep', 'amountStep: isCash', 'payable'],
  ]);
});

test('a refused coupon stands before the extra amount, the ranges that do not count behind it', () => {
  const ranges = [
    { minMinor: 9000, maxMinor: 10_000, addMinor: 100 },
    { minMinor: 4000, maxMinor: 5000, addMinor: 200 },
    { minMinor: 4400, maxMinor: 4600, addMinor: 300 },
  ];
  expect(stepsOf({ extraAmounts: ranges }, { coupon: 'refused' }).slice(3, 9)).toEqual([
    ...['subtotal', 'coupon: couponRefused', 'extra', 'extra: outsideRange', 'extra: firstRowCounts', 'lineTax'],
  ]);
  const [outside] = explainedSteps(priceOf({ ...plain, extraAmounts: ranges.slice(0, 1) }), {
    ...{ extraAmounts: ranges.slice(0, 1), paidBy: 'card', coupon: 'none' },
  }).flatMap((one) => ('leftOut' in one && one.leftOut.step === 'extra' ? [one.leftOut] : []));
  expect(outside?.range).toEqual({ minMinor: 9000, maxMinor: 10_000 });
});

test('what is not known of the spot says nothing', () => {
  expect(stepsOf({}, { channelDiscountPercent: undefined, extraAmounts: undefined })).toEqual([
    ...['unit', 'lineAmount', 'subtotal', 'coupon: noCoupon', 'lineTax', 'total'],
    ...['amountStep: wholeStep', 'cashStep: notCash', 'payable'],
  ]);
});

test('a discount of several lines is left out once', () => {
  const two = stepsOf({ lines: [...plain.lines, ...plain.lines] });
  expect(two.filter((step) => step.startsWith('channelDiscount'))).toHaveLength(1);
});
