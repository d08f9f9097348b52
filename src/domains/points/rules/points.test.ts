import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UserPointConfig } from '#system/tenants/contract/tenant-settings.ts';
import { CHANGE_TYPES } from '../contract/points.ts';
import { earningCups, hasGivenUp, isDelivered, pointsOf, reversalOf } from './earn-points.ts';
import { refusalOf } from './goods-offer.ts';
import { entriesOf } from './ledger.ts';
import { pointsNeedStepUp } from './points-step-up.ts';
import { moveCard } from './stamp-card.ts';

const config = (switch_type: 0 | 1 | 2, unit_value: number, point_value: number): UserPointConfig => ({
  switch_type,
  unit_value,
  point_value,
});

describe('earning (practice 7.2)', () => {
  test.each([
    ['by amount: unit 1000, value 2, paid 3599', config(2, 1_000, 2), { paidMinor: 3_599, cups: 3 }, 6],
    ['by cups: unit 1, value 5, three cups', config(1, 1, 5), { paidMinor: 9_000, cups: 3 }, 15],
    ['one point for 10 dollars, 105 dollars', config(2, 1_000, 1), { paidMinor: 10_500, cups: 1 }, 10],
    ['less than a unit', config(2, 1_000, 2), { paidMinor: 999, cups: 1 }, 0],
    ['two cups where three are a unit', config(1, 3, 5), { paidMinor: 9_000, cups: 2 }, 0],
    ['nothing paid', config(2, 1_000, 2), { paidMinor: 0, cups: 0 }, 0],
    ['closed', config(0, 1, 5), { paidMinor: 9_000, cups: 3 }, 0],
    ['never set', null, { paidMinor: 9_000, cups: 3 }, 0],
  ])('%s', (_case, how, sale, points) => {
    expect(pointsOf(how, sale)).toBe(points);
  });

  test('cups that count are made, cost something and were not paid back', () => {
    const cup = { isMade: true, refunded: false, linePayableMinor: 3_000 };
    expect(
      earningCups([cup, { ...cup, refunded: true }, { ...cup, linePayableMinor: 0 }, { ...cup, isMade: false }, cup]),
    ).toBe(2);
  });
});

describe('when an order earns', () => {
  const made = { isMade: true, refunded: false, linePayableMinor: 3_000 };
  const failed = { ...made, isMade: false };
  test.each([
    ['all cups are made', [made, made], true, false],
    ['one is being made', [made, failed], false, false],
    ['one failed and was paid back', [made, { ...failed, refunded: true }], true, true],
    ['a made one was paid back', [made, { ...made, refunded: true }], true, false],
    ['all failed', [{ ...failed, refunded: true }], false, true],
    ['no cups', [], false, false],
  ])('%s', (_case, cups, delivered, givenUp) => {
    expect([isDelivered(cups), hasGivenUp(cups)]).toEqual([delivered, givenUp]);
  });
});

describe('taking back (practice 7.4)', () => {
  test.each([
    ['3599 earned 6, 1599 remain and keep 2', config(2, 1_000, 2), 6, { paidMinor: 1_599, cups: 1 }, 4],
    ['all goes back', config(2, 1_000, 2), 6, { paidMinor: 0, cups: 0 }, 6],
    ['a refund within the same unit', config(2, 1_000, 2), 6, { paidMinor: 3_000, cups: 1 }, 0],
    ['one of three cups', config(1, 1, 5), 15, { paidMinor: 6_000, cups: 2 }, 5],
    ['nothing was earned', config(2, 1_000, 2), 0, { paidMinor: 1_599, cups: 1 }, 0],
  ])('%s', (_case, how, before, remaining, points) => {
    expect(reversalOf(how, before, remaining)).toBe(points);
  });

  test('refunds in any number of parts leave what remains has earned', () => {
    fc.assert(
      fc.property(
        fc.record({ unit: fc.integer({ min: 1, max: 5_000 }), value: fc.integer({ min: 1, max: 100 }) }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 8 }),
        ({ unit, value }, paid, refunds) => {
          const how = config(2, unit, value);
          let remaining = paid;
          let points = pointsOf(how, { paidMinor: paid, cups: 0 });
          for (const refund of refunds) {
            remaining = Math.max(0, remaining - refund);
            points -= reversalOf(how, points, { paidMinor: remaining, cups: 0 });
          }
          expect(points).toBe(pointsOf(how, { paidMinor: remaining, cups: 0 }));
        },
      ),
    );
  });
});

describe('the stamp card (practice 7.5)', () => {
  test.each([
    ['limit 10, 7 on it, 6 earned', 7, 6, 10, { stamps: 3, coupons: 1 }],
    ['several coupons out of one order', 7, 26, 10, { stamps: 3, coupons: 3 }],
    ['exactly full', 4, 6, 10, { stamps: 0, coupons: 1 }],
    ['not full', 1, 2, 10, { stamps: 3, coupons: 0 }],
    ['taken back below zero', 1, -6, 10, { stamps: -5, coupons: 0 }],
    ['filled up again', -5, 14, 10, { stamps: 9, coupons: 0 }],
    ['without a limit', 7, 6, 0, { stamps: 13, coupons: 0 }],
  ])('%s', (_case, stamps, earned, limit, after) => {
    expect(moveCard(stamps, earned, limit)).toEqual(after);
  });

  test('stamps are neither lost nor made', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.integer({ min: -60, max: 200 }), { maxLength: 20 }),
        (limit, moves) => {
          let [stamps, coupons] = [0, 0];
          for (const earned of moves) {
            const moved = moveCard(stamps, earned, limit);
            stamps = moved.stamps;
            coupons += moved.coupons;
            expect(stamps).toBeLessThan(limit);
          }
          expect(stamps + coupons * limit).toBe(moves.reduce((sum, one) => sum + one, 0));
        },
      ),
    );
  });
});

test('the two entries of every change add up to nothing', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CHANGE_TYPES),
      fc.integer({ min: -1_000, max: 1_000 }),
      fc.constantFrom(undefined, 'refund' as const, 'redemption-reversed' as const),
      (type, points, cause) => {
        const [wallet, against] = entriesOf(type, points, cause);
        expect(wallet.points + against.points).toBe(0);
        expect(wallet.points).toBe(points);
      },
    ),
  );
});

test('what is taken back goes where it came from', () => {
  expect(entriesOf(4, -6, 'refund')[1].account).toBe('issued');
  expect(entriesOf(3, 50, 'redemption-reversed')[1].account).toBe('redeemed');
  expect(entriesOf(3, 50, undefined)[1].account).toBe('adjust');
});

test.each([
  ['on sale, no limits', { isOnSale: true, stock: null, redeemed: 90, perCustomer: null }, 4, null],
  ['off sale', { isOnSale: false, stock: null, redeemed: 0, perCustomer: null }, 0, 'off-sale'],
  ['the last one', { isOnSale: true, stock: 5, redeemed: 4, perCustomer: null }, 0, null],
  ['none left', { isOnSale: true, stock: 5, redeemed: 5, perCustomer: null }, 0, 'sold-out'],
  ['as often as he may', { isOnSale: true, stock: 5, redeemed: 1, perCustomer: 1 }, 1, 'limit-reached'],
])('goods of the mall: %s', (_case, offer, own, refusal) => {
  expect(refusalOf(offer, own)).toBe(refusal);
});

test.each([
  [0, 1_000, false],
  [0, 1_001, true],
  [0, -1_001, true],
  [600, 400, false],
  [600, -401, true],
])('the password after %i of today, for %i more: %s', (before, asked, needed) => {
  expect(pointsNeedStepUp(before, asked)).toBe(needed);
});
