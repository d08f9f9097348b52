import { expect, test } from 'vitest';
import { BrokenInvariant } from '#platform/invariants/rules/must-hold.ts';
import { mustAddUp, mustStayWithinPaid, type OrderAmounts, reductionsOf } from './order-amounts.ts';

const sound: OrderAmounts = {
  taxMode: 'exclusive',
  subtotalMinor: 9_000,
  discountMinor: 1_000,
  extraMinor: 200,
  taxMinor: 2_050,
  totalMinor: 10_250,
  roundingAdjustmentMinor: -50,
  payableMinor: 10_200,
  lines: [
    { amountMinor: 6_000, discountMinor: 600 },
    { amountMinor: 3_000, discountMinor: 400 },
  ],
};

test('lines, discount, extra amount, tax and step make what is asked for', () => {
  expect(() => mustAddUp('A1', sound)).not.toThrow();
  expect(() =>
    mustAddUp('A1', { ...sound, taxMode: 'inclusive', totalMinor: 8_200, payableMinor: 8_150 }),
  ).not.toThrow();
});

test.each([
  'subtotalMinor',
  'discountMinor',
  'extraMinor',
  'taxMinor',
  'totalMinor',
  'roundingAdjustmentMinor',
  'payableMinor',
] as const)('one unit more of %s is noticed', (amount) => {
  expect(() => mustAddUp('A1', { ...sound, [amount]: sound[amount] + 1 })).toThrow(BrokenInvariant);
});

test('one unit more in a line is noticed', () => {
  const [first, second] = sound.lines;
  expect(() => mustAddUp('A1', { ...sound, lines: [{ ...first!, amountMinor: 6_001 }, second!] })).toThrow(
    BrokenInvariant,
  );
});

test.each([
  [0, 0, true],
  [100, 100, true],
  [100, 101, false],
  [100, -1, false],
  [-1, 0, false],
])('of %i paid, %i refunded: holds %s', (paidMinor, refundedMinor, holds) => {
  const look = expect(() => mustStayWithinPaid('A1', { paidMinor, refundedMinor }));
  if (holds) look.not.toThrow();
  else look.toThrow(BrokenInvariant);
});

test('list price, reductions and items add up', () => {
  const line = { listPriceMinor: 5_000, quantity: 2, amountMinor: 8_100, channelDiscountMinor: 900 };
  const other = { listPriceMinor: 3_000, quantity: 1, amountMinor: 2_700, channelDiscountMinor: 300 };
  expect(reductionsOf([line, other])).toEqual({
    listMinor: 13_000,
    reducedMinor: 1_000,
    channelDiscountMinor: 1_200,
    subtotalMinor: 10_800,
  });
});
