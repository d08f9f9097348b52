import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CouponType, type CouponValue } from '../contract/coupon.ts';
import type { CouponProblem } from '../contract/problems.ts';
import { type CodeState, type CouponOrder, type CouponTerms, isWithinRanges, refusalOf } from './coupon-validity.ts';

const OSLO = 'Europe/Oslo';
const flat: CouponValue = { type: CouponType.flat, valueMinor: 500 };
const threshold: CouponValue = { type: CouponType.thresholdFlat, valueMinor: 1_000, targetMinor: 5_000 };
const atPos: CouponValue = { type: CouponType.posFlat, valueMinor: 500 };
const terms: CouponTerms = {
  enabled: true,
  startsAt: new Date('2027-03-01T00:00:00Z'),
  endsAt: new Date('2027-03-31T21:59:59.999Z'),
  dailyRanges: [],
  spotIds: null,
  perUserLimit: null,
};
const code: CodeState = { kind: 'issued', customerId: 'kari', isVoid: false, maxUses: 1, uses: 0, held: 0 };
const order: CouponOrder = {
  now: new Date('2027-03-10T12:00:00Z'),
  timeZone: OSLO,
  spotId: 'harbour',
  ...{ channel: 'app', paidBy: 'card', subtotalMinor: 5_000, customerId: 'kari', usesOfCustomer: 0 },
};

interface Case {
  readonly value?: CouponValue;
  readonly terms?: Partial<CouponTerms>;
  readonly code?: Partial<CodeState>;
  readonly order?: Partial<CouponOrder>;
}
const why = (given: Case): CouponProblem | null =>
  refusalOf(
    given.value ?? flat,
    { ...terms, ...given.terms },
    { ...code, ...given.code },
    { ...order, ...given.order },
  );

/** Each breaks one rule more, in the order of practice 5.4 from the last to the first. */
const REASONS: readonly (readonly [CouponProblem, Case])[] = [
  ['coupon.user-limit', { terms: { perUserLimit: 2 }, code: { kind: 'custom' }, order: { usesOfCustomer: 2 } }],
  ['coupon.no-uses-left', { code: { maxUses: 3, uses: 2, held: 1 } }],
  ['coupon.code-void', { code: { isVoid: true } }],
  ['coupon.threshold-not-reached', { value: threshold, order: { subtotalMinor: 4_999 } }],
  ['coupon.not-valid-for-channel', { value: atPos }],
  ['coupon.not-at-this-spot', { terms: { spotIds: ['station'] } }],
  ['coupon.not-at-this-hour', { terms: { dailyRanges: [{ from: '08:00', to: '10:00' }] } }],
  ['coupon.ended', { terms: { endsAt: new Date('2027-03-10T11:59:59.999Z') } }],
  ['coupon.disabled', { terms: { enabled: false } }],
];

describe('the first reason against a code', () => {
  test('a code that breaks nothing counts', () => expect(why({})).toBeNull());

  test.each(REASONS)('%s alone', (reason, broken) => expect(why(broken)).toBe(reason));

  test('of several the earliest of practice 5.4 is told', () => {
    let all: Case = {};
    for (const [reason, broken] of REASONS) {
      all = {
        ...all,
        ...broken,
        terms: { ...all.terms, ...broken.terms },
        code: { ...all.code, ...broken.code },
        order: { ...all.order, ...broken.order },
      };
      expect(why(all)).toBe(reason);
    }
  });

  test.each<[string, Case, CouponProblem | null]>([
    ['the first moment belongs to it', { order: { now: terms.startsAt } }, null],
    ['a moment before it', { order: { now: new Date(terms.startsAt.getTime() - 1) } }, 'coupon.not-begun'],
    ['the last moment belongs to it', { order: { now: terms.endsAt } }, null],
    ['a moment after it', { order: { now: new Date(terms.endsAt.getTime() + 1) } }, 'coupon.ended'],
    ['the threshold itself is enough', { value: threshold }, null],
    ['used once', { code: { uses: 1 } }, 'coupon.code-used'],
    ['held by an unpaid order', { code: { held: 1 } }, 'coupon.code-held'],
    ['without a limit of uses', { code: { maxUses: -1, uses: 900 } }, null],
    ['of somebody else', { order: { customerId: 'ola' } }, 'coupon.code-of-another'],
    ['shown at a kiosk where nobody is named', { order: { customerId: null } }, null],
    ['of nobody', { code: { kind: 'batch', customerId: null }, order: { customerId: 'ola' } }, null],
    [
      'limited per customer, and nobody is named',
      { terms: { perUserLimit: 1 }, code: { kind: 'batch', customerId: null }, order: { customerId: null } },
      'coupon.customer-needed',
    ],
    [
      'a code given to the customer was counted then',
      { terms: { perUserLimit: 1 }, order: { usesOfCustomer: 9 } },
      null,
    ],
    ['of the POS, paid at the POS', { value: atPos, order: { channel: 'kiosk', paidBy: 'pos' } }, null],
    ['of the app, at the POS of a kiosk', { order: { channel: 'kiosk', paidBy: 'pos' } }, null],
  ])('%s', (_, given, expected) => expect(why(given)).toBe(expected));
});

describe('daily ranges', () => {
  const at = (local: string): Date =>
    new Date(Temporal.PlainDateTime.from(`2027-03-10T${local}`).toZonedDateTime(OSLO).epochMilliseconds);
  test.each([
    ['08:00', '10:00', '07:59:59', false],
    ['08:00', '10:00', '08:00:00', true],
    ['08:00', '10:00', '09:59:59', true],
    ['08:00', '10:00', '10:00:00', false],
    ['22:00', '02:00', '21:59:00', false],
    ['22:00', '02:00', '23:30:00', true],
    ['22:00', '02:00', '00:00:00', true],
    ['22:00', '02:00', '01:59:59', true],
    ['22:00', '02:00', '02:00:00', false],
    ['22:00', '00:00', '23:59:59', true],
    ['22:00', '00:00', '00:00:00', false],
  ])('%s to %s at %s: %s', (from, to, local, expected) =>
    expect(isWithinRanges([{ from, to }], at(local), OSLO)).toBe(expected),
  );

  test('several are or-ed; none means all day', () => {
    const ranges = [
      { from: '08:00', to: '10:00' },
      { from: '15:00', to: '17:00' },
    ];
    expect(['09:00', '12:00', '16:00'].map((local) => isWithinRanges(ranges, at(`${local}:00`), OSLO))).toEqual([
      true,
      false,
      true,
    ]);
    expect(isWithinRanges([], at('03:00:00'), OSLO)).toBe(true);
  });

  const clock = fc
    .integer({ min: 0, max: 1_439 })
    .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`);
  test('every moment is in a range or in the one that goes the other way round', () => {
    fc.assert(
      fc.property(clock, clock, clock, (from, to, now) => {
        fc.pre(from !== to);
        const moment = at(`${now}:00`);
        const inside = isWithinRanges([{ from, to }], moment, OSLO);
        expect(isWithinRanges([{ from: to, to: from }], moment, OSLO)).toBe(!inside);
      }),
    );
  });
});
