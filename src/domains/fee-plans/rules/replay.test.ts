import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FeePlan } from '../contract/plan.ts';
import { rentalFee } from './rental-fee.ts';
import { medianOf, RentalReplay } from './replay.ts';

const hourly = (price: number): FeePlan =>
  FeePlan.parse({ phases: [{ startMinute: 0, unitMinutes: 60, unitPriceMinor: price }] });
const plan = hourly(300);

test('says what another plan would have brought, and to whom it makes a difference', () => {
  const replay = new RentalReplay(FeePlan.parse({ ...plan, dailyCapMinor: 600, freeMinutes: 20 }), 2);
  const rental = (customer: string, minutes: number, week: number, count = 1) =>
    replay.add({ customer, minutes, week, count, plan, feeMinor: rentalFee(plan, minutes * 60).feeMinor });
  rental('anna', 15, 0);
  rental('bert', 45, 0, 2);
  rental('carl', 300, 1);
  expect(replay.result).toEqual({
    ...{ rentals: 4, customers: 3, same: 1 },
    charged: { revenueMinor: 2_400, medianMinor: 300 },
    kept: { revenueMinor: 2_400, medianMinor: 300 },
    drawn: { revenueMinor: 1_200, medianMinor: 300 },
    more: { customers: 0, sumMinor: 0, medianMinor: 0, mostMinor: 0 },
    less: { customers: 2, sumMinor: 1_200, medianMinor: 300, mostMinor: 900 },
    spans: [
      { span: 'half', rentals: 1, chargedMinor: 300, drawnMinor: 0 },
      { span: 'hour', rentals: 2, chargedMinor: 600, drawnMinor: 600 },
      { span: 'day', rentals: 1, chargedMinor: 1_500, drawnMinor: 600 },
    ],
    weeks: [
      { chargedMinor: 1_500, drawnMinor: 600 },
      { chargedMinor: 900, drawnMinor: 600 },
    ],
  });
});

test('a dearer plan costs each customer more, and the sums of both sides agree', () => {
  const past = fc.array(
    fc.record({ customer: fc.constantFrom('a', 'b', 'c'), minutes: fc.integer({ min: 1, max: 9_000 }) }),
  );
  fc.assert(
    fc.property(past, fc.integer({ min: 0, max: 900 }), (rentals, price) => {
      const replay = new RentalReplay(hourly(price), 1);
      for (const { customer, minutes } of rentals)
        replay.add({ customer, minutes, plan, week: 0, count: 1, feeMinor: rentalFee(plan, minutes * 60).feeMinor });
      const { charged, kept, drawn, more, less } = replay.result;
      expect(kept).toEqual(charged);
      expect(drawn.revenueMinor - charged.revenueMinor).toBe(more.sumMinor - less.sumMinor);
      if (price === 300) expect(drawn).toEqual(charged);
    }),
  );
});

test.each([
  [[], 0],
  [[[300, 1]], 300],
  [
    [
      [900, 1],
      [0, 1],
    ],
    0,
  ],
  [
    [
      [0, 1],
      [300, 5],
      [900, 3],
    ],
    300,
  ],
] as const)('the median of %j is %i', (fees, median) => {
  expect(medianOf(new Map(fees as unknown as [number, number][]))).toBe(median);
});
