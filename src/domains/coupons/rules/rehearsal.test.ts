import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExplainPriceRequest } from '#domains/pricing/contract/price.ts';
import { CouponType } from '../contract/coupon.ts';
import type { DrawnCoupon } from '../contract/rehearsal.ts';
import { type PastOrder, startRehearsal } from './rehearsal.ts';

const OSLO = 'Europe/Oslo';
const drawn: DrawnCoupon = {
  value: { type: CouponType.flat, valueMinor: 500 },
  ...{ dailyRanges: [], spotIds: null, mostUses: null, perUserLimit: null, budgetMinor: null },
};
const pricing = (unitMinor: number): ExplainPriceRequest => ({
  ...{ currency: 'NOK', taxMode: 'inclusive', taxRounding: 'line', couponApplies: 'beforeTax', spotTaxRate: 250_000 },
  ...{ channelDiscountPercent: 0, channel: 'app', paidBy: 'card', extraAmounts: [] },
  lines: [{ unitMinor, quantity: 1 }],
});
const order = (given: Partial<PastOrder> = {}, minor = 4_500): PastOrder => ({
  ...{ at: new Date('2027-03-10T08:30:00Z'), spotId: 'harbour', customerId: 'kari', subtotalMinor: minor },
  ...{ pricing: pricing(minor) },
  ...given,
});
const replay = (given: Partial<DrawnCoupon>, orders: readonly PastOrder[]) => {
  const rehearsal = startRehearsal({ ...drawn, ...given }, OSLO);
  for (const one of orders) rehearsal.add(one);
  return rehearsal.sums;
};

test('uses and cost, by spot and by hour of the tenant', () => {
  const sums = replay({}, [
    order(),
    order({ spotId: 'station', at: new Date('2027-03-10T21:00:00Z') }),
    order({}, 300),
  ]);
  expect(sums).toMatchObject({ orders: 3, uses: 3, costMinor: 1_300, subtotalMinor: 9_300, endsOn: null });
  expect(Object.fromEntries(sums.spots)).toEqual({
    harbour: { uses: 2, costMinor: 800 },
    station: { uses: 1, costMinor: 500 },
  });
  expect(Object.fromEntries(sums.hours)).toEqual({ 9: { uses: 2, costMinor: 800 }, 22: { uses: 1, costMinor: 500 } });
});

test.each<[string, Partial<DrawnCoupon>, Partial<PastOrder>]>([
  ['at another spot', { spotIds: ['station'] }, {}],
  ['at another hour', { dailyRanges: [{ from: '10:00', to: '12:00' }] }, {}],
  ['below the threshold', { value: { type: 3, valueMinor: 500, targetMinor: 4_501 } }, {}],
  ['through another channel', { value: { type: 5, valueMinor: 500 } }, {}],
  ['with a coupon already', {}, { pricing: { ...pricing(4_500), coupon: { type: 4, valueMinor: 100 } } }],
  ['of which nothing is known any more', {}, { pricing: null }],
])('an order %s costs nothing', (_, given, past) => expect(replay(given, [order(past)]).uses).toBe(0));

test('a customer uses it as often as he may; nobody is not counted', () => {
  const many = [
    order(),
    order(),
    order({ customerId: null }),
    order({ customerId: null }),
    order({ customerId: 'ola' }),
  ];
  expect(replay({ perUserLimit: 1 }, many).uses).toBe(4);
});

test('codes and money end it, on the day on which the next order would have wanted more', () => {
  const later = order({ at: new Date('2027-03-11T23:30:00Z') });
  expect(replay({ mostUses: 2 }, [order(), order(), later])).toMatchObject({
    ...{ uses: 2, endsOn: '2027-03-12', endsBy: 'uses' },
  });
  expect(replay({ budgetMinor: 1_499 }, [order(), order(), later])).toMatchObject({
    ...{ uses: 2, costMinor: 1_000, endsOn: '2027-03-12', endsBy: 'budget' },
  });
});

test('parts add up to the whole, and the budget is never exceeded', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ minor: fc.integer({ min: 1, max: 9_999 }), hour: fc.integer({ min: 0, max: 23 }) }), {
        maxLength: 60,
      }),
      fc.integer({ min: 1, max: 20_000 }),
      (given, budgetMinor) => {
        const orders = given.map(({ minor, hour }) =>
          order({ at: new Date(Date.UTC(2027, 2, 10, hour)), spotId: `spot-${hour % 3}` }, minor),
        );
        const sums = replay({ budgetMinor }, orders);
        const total = (of: Iterable<{ costMinor: number }>) =>
          [...of].reduce((sum, { costMinor }) => sum + costMinor, 0);
        expect(sums.costMinor).toBeLessThanOrEqual(budgetMinor);
        expect(total(sums.spots.values())).toBe(sums.costMinor);
        expect(total(sums.hours.values())).toBe(sums.costMinor);
      },
    ),
  );
});
