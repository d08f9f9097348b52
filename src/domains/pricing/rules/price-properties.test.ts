import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CouponValue } from '#domains/coupons/contract/coupon.ts';
import { CURRENCIES, CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { PriceResult } from '../contract/price.ts';
import { priceOrder } from './price-order.ts';
import type { PricingInput } from './pricing-input.ts';

const rate = fc.integer({ min: 0, max: 1_000_000 });
const minor = fc.integer({ min: 1, max: 1_000_000 });

const coupon: fc.Arbitrary<CouponValue> = fc.oneof(
  fc.record({ type: fc.constantFrom(1 as const, 2 as const, 6 as const), rate: fc.integer({ min: 0, max: 990_000 }) }),
  fc.record({ type: fc.constantFrom(4 as const, 5 as const), valueMinor: minor }),
  fc.record({ type: fc.constant(3 as const), valueMinor: minor, targetMinor: minor }),
);

const extraRow = fc
  .tuple(minor, minor, fc.oneof(fc.record({ addMinor: minor }), fc.record({ proportion: rate })))
  .map(([from, width, amount]) => ({ minMinor: from, maxMinor: from + width, ...amount }));

const basket: fc.Arbitrary<PricingInput> = fc.record({
  currency: fc.constantFrom(...CURRENCY_CODES.filter((code) => !CURRENCIES[code].withdrawn)),
  taxMode: fc.constantFrom('inclusive', 'exclusive'),
  taxRounding: fc.constantFrom('line', 'order'),
  couponApplies: fc.constantFrom('beforeTax', 'afterTax'),
  spotTaxRate: rate,
  channelDiscountPercent: fc.integer({ min: 0, max: 99 }),
  channel: fc.constant('kiosk'),
  paidBy: fc.constantFrom('card', 'cash', 'pos'),
  extraAmounts: fc.array(extraRow, { maxLength: 1 }),
  lines: fc.array(
    fc.record({
      unitMinor: minor,
      quantity: fc.integer({ min: 1, max: 20 }),
      taxRate: fc.option(fc.constantFrom(0, 88_750, 150_000, 250_000), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  coupon: fc.option(coupon, { nil: undefined }),
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Runs the check on every basket that is priced; a refused coupon is no price. */
function forPriced(check: (input: PricingInput, price: PriceResult, extraTax: number) => void): void {
  fc.assert(
    fc.property(basket, (input) => {
      const answer = priceOrder(input);
      if (answer.priced) check(input, answer.price, answer.extraTaxMinor);
    }),
    { numRuns: 500 },
  );
}

test('the lines, the extra amount and its tax add up to the total exactly', () => {
  forPriced((input, price, extraTax) => {
    const added = input.taxMode === 'exclusive' ? extraTax : 0;
    expect(sum(price.lines.map((line) => line.payableMinor)) + price.extraMinor + added).toBe(price.totalMinor);
    expect(sum(price.lines.map((line) => line.amountMinor))).toBe(price.subtotalMinor);
    expect(sum(price.lines.map((line) => line.discountMinor))).toBe(price.discountMinor);
    expect(sum(price.lines.map((line) => line.taxMinor)) + extraTax).toBe(price.taxMinor);
  });
});

test('the order adds up from its own sums', () => {
  forPriced((input, price) => {
    const addedTax = input.taxMode === 'exclusive' ? price.taxMinor : 0;
    expect(price.subtotalMinor - price.discountMinor + price.extraMinor + addedTax).toBe(price.totalMinor);
    expect(price.totalMinor + price.roundingAdjustmentMinor).toBe(price.payableMinor);
  });
});

test('tax and net make the gross, whatever the mode, rounding and rates', () => {
  fc.assert(
    fc.property(basket, (input) => {
      const answer = priceOrder({ ...input, coupon: undefined });
      if (!answer.priced) throw new Error(answer.because);
      const net = sum(answer.taxes.map((each) => each.baseMinor));
      const tax = sum(answer.taxes.map((each) => each.taxMinor));
      expect(tax).toBe(answer.price.taxMinor);
      expect(net + tax).toBe(answer.price.totalMinor);
    }),
  );
});

test('no amount is negative and the discount never exceeds what it is taken from', () => {
  forPriced((input, price) => {
    expect(() => PriceResult.parse(price)).not.toThrow();
    for (const line of price.lines) {
      const afterTax = input.couponApplies === 'afterTax' && input.taxMode === 'exclusive' ? line.taxMinor : 0;
      expect(line.discountMinor).toBeLessThanOrEqual(line.amountMinor + afterTax);
    }
    if (input.couponApplies === 'beforeTax') expect(price.discountMinor).toBeLessThanOrEqual(price.subtotalMinor);
  });
});

test('rounded per order, the order of the lines does not change the total', () => {
  fc.assert(
    fc.property(basket, (input) => {
      const plain = { ...input, taxRounding: 'order', coupon: undefined } as const;
      const turned = priceOrder({ ...plain, lines: plain.lines.toReversed() });
      const straight = priceOrder(plain);
      if (!turned.priced || !straight.priced) throw new Error('not priced');
      expect(turned.price.totalMinor).toBe(straight.price.totalMinor);
      expect(turned.price.taxMinor).toBe(straight.price.taxMinor);
    }),
  );
});

test('a coupon never makes an order dearer', () => {
  forPriced((input, price) => {
    const without = priceOrder({ ...input, coupon: undefined });
    // Rounding tax line by line can give back a unit per line when an amount shrinks.
    if (without.priced) expect(price.totalMinor).toBeLessThanOrEqual(without.price.totalMinor + price.lines.length);
  });
});

test('the charge is a multiple of its step and at most half a step away from the total', () => {
  forPriced((input, price) => {
    const facts = CURRENCIES[input.currency];
    const step = input.paidBy === 'cash' ? facts.cashStep : facts.amountStep;
    expect(price.payableMinor % step).toBe(0);
    expect(Math.abs(price.roundingAdjustmentMinor) * 2).toBeLessThanOrEqual(step);
  });
});

test('the trace ends with what the customer pays', () => {
  forPriced((_, price) => {
    expect(price.trace.at(-1)).toEqual({ step: 'payable', detail: '', amountMinor: price.payableMinor });
  });
});
