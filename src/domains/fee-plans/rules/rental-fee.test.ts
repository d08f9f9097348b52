import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENCY_CODES, digitsOf } from '#platform/money/contract/currency.ts';
import { FeePlan, MINUTES_OF_A_DAY } from '../contract/plan.ts';
import { keptPlanFaults, planFaults } from './plan-faults.ts';
import { refundableOnReturn, rentalFee } from './rental-fee.ts';

const plan = (given: object): FeePlan => FeePlan.parse({ phases: [], ...given });
const hourly = {
  freeMinutes: 5,
  phases: [{ startMinute: 0, unitMinutes: 60, unitPriceMinor: 300 }],
  dailyCapMinor: 1500,
};
const PLANS = {
  A: plan({ ...hourly, freeTimeCounted: true }),
  B: plan({ ...hourly, freeTimeCounted: false }),
  C: plan({
    baseUnitMinutes: 30,
    baseCostMinor: 200,
    repetitions: 1,
    phases: [
      { startMinute: 30, unitMinutes: 30, unitPriceMinor: 100 },
      { startMinute: 120, unitMinutes: 60, unitPriceMinor: 300 },
    ],
    dailyCapMinor: 2000,
  }),
};
/** `1:05:01` in seconds; `5:01` are minutes and seconds. */
const seconds = (time: string): number => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

describe('worked fees of practice 8.3', () => {
  test.each([
    ['A', '5:00', 0],
    ['A', '5:01', 300],
    ['A', '60:00', 300],
    ['A', '60:01', 600],
    ['A', '65:01', 600],
    ['A', '5:00:00', 1500],
    ['A', '24:00:00', 1500],
    ['A', '24:00:01', 1800],
    ['A', '25:00:01', 2100],
    ['A', '48:00:00', 3000],
    ['B', '5:00', 0],
    ['B', '5:01', 300],
    ['B', '60:00', 300],
    ['B', '60:01', 300],
    ['B', '65:01', 600],
    ['B', '5:00:00', 1500],
    ['B', '24:00:00', 1500],
    ['B', '24:00:01', 1500],
    ['B', '25:00:01', 1800],
    ['B', '48:00:00', 3000],
    ['C', '0:01', 200],
    ['C', '30:00', 200],
    ['C', '30:01', 300],
    ['C', '1:00:00', 300],
    ['C', '2:00:00', 500],
    ['C', '2:00:01', 800],
    ['C', '3:00:01', 1100],
    ['C', '24:00:00', 2000],
  ] as const)('plan %s, %s: %i', (name, time, feeMinor) => {
    expect(rentalFee(PLANS[name], seconds(time))).toMatchObject({ feeMinor, ended: false });
  });
});

test('a fee says what was charged from which minute on', () => {
  expect(rentalFee(PLANS.C, seconds('2:00:01'))).toEqual({
    billedMinutes: 121,
    feeMinor: 800,
    ended: false,
    parts: [
      { kind: 'base', fromMinute: 0, amountMinor: 200 },
      { kind: 'phase', fromMinute: 30, amountMinor: 300 },
      { kind: 'phase', fromMinute: 120, amountMinor: 300 },
    ],
  });
  expect(rentalFee(PLANS.B, seconds('5:00'))).toEqual({ billedMinutes: 0, feeMinor: 0, ended: false, parts: [] });
  expect(rentalFee(PLANS.B, seconds('65:01')).billedMinutes).toBe(61);
});

describe('purchase of what was not returned (practice 8.4)', () => {
  const sold = { ...PLANS.A, maxDays: 3, purchasePriceMinor: 6000 };

  test('is the fee until the last minute, and the price from the next one on', () => {
    expect(rentalFee(sold, seconds('72:00:00'))).toMatchObject({ feeMinor: 4500, ended: false });
    expect(rentalFee(sold, seconds('72:00:01'))).toMatchObject({
      feeMinor: 6000,
      ended: true,
      parts: [{ kind: 'purchase', fromMinute: 3 * MINUTES_OF_A_DAY, amountMinor: 6000 }],
    });
    expect(rentalFee({ ...sold, purchaseMode: 'add' }, seconds('90:00:00')).feeMinor).toBe(10_500);
  });

  test('a late return gives back what it cost above the fee', () => {
    expect(refundableOnReturn(sold, seconds('73:00:00'))).toBe(1200);
    expect(refundableOnReturn(sold, seconds('72:00:00'))).toBe(0);
    expect(refundableOnReturn(sold, seconds('400:00:00'))).toBe(0);
    expect(refundableOnReturn({ ...sold, purchaseMode: 'add' }, seconds('73:00:00'))).toBe(0);
  });
});

test.each([
  ['plans of the table', PLANS.C, []],
  ['a first phase after a gap', { ...PLANS.C, repetitions: 2 }, ['phases.0.startMinute fee-plan.first-start']],
  [
    'phases that go back',
    { ...PLANS.C, phases: [...PLANS.C.phases].toReversed() },
    ['phases.0.startMinute fee-plan.first-start', 'phases.1.startMinute fee-plan.not-sorted'],
  ],
  [
    'a phase that ends within a unit',
    {
      ...PLANS.C,
      phases: [
        { startMinute: 30, unitMinutes: 30, unitPriceMinor: 100 },
        { startMinute: 75, unitMinutes: 60, unitPriceMinor: 300 },
      ],
    },
    ['phases.1.startMinute fee-plan.part-of-unit'],
  ],
  ['a base cost without its unit', { ...PLANS.A, baseCostMinor: 1 }, ['baseUnitMinutes fee-plan.base-unit-missing']],
  ['a base without repetitions', { ...PLANS.A, baseUnitMinutes: 30 }, ['repetitions fee-plan.repetitions-missing']],
  ['days without a price', { ...PLANS.A, maxDays: 3 }, ['purchasePriceMinor fee-plan.price-missing']],
  ['a price without days', { ...PLANS.A, purchasePriceMinor: 1 }, ['maxDays fee-plan.days-missing']],
  [
    'a purchase below the fee of its days',
    { ...PLANS.A, maxDays: 3, purchasePriceMinor: 4499 },
    ['purchasePriceMinor fee-plan.price-below-fee'],
  ],
  ['a purchase at the fee of its days', { ...PLANS.A, maxDays: 3, purchasePriceMinor: 4500 }, []],
  [
    'the same without a cap',
    { ...PLANS.A, dailyCapMinor: null, maxDays: 1, purchasePriceMinor: 7199 },
    ['purchasePriceMinor fee-plan.price-below-fee'],
  ],
  [
    'more days than a hold lasts',
    { ...PLANS.A, maxDays: 6, purchasePriceMinor: 9000 },
    ['maxDays fee-plan.days-not-held'],
  ],
] as const)('%s', (_, given, faults) => {
  expect(keptPlanFaults(given as FeePlan).map(({ path, code }) => `${path} ${code}`)).toEqual(faults);
});

/** Any plan that can be kept, in the smallest unit of whichever currency. */
const anyPlan = fc
  .record({
    freeMinutes: fc.integer({ min: 0, max: 90 }),
    freeTimeCounted: fc.boolean(),
    base: fc.option(
      fc.record({ unit: fc.integer({ min: 1, max: 90 }), cost: fc.nat(5_000), times: fc.integer({ min: 1, max: 4 }) }),
    ),
    phases: fc.array(
      fc.record({
        unit: fc.integer({ min: 1, max: 180 }),
        units: fc.integer({ min: 1, max: 5 }),
        price: fc.nat(5_000),
      }),
      { maxLength: 4 },
    ),
    cap: fc.option(fc.nat(30_000)),
    maxDays: fc.option(fc.integer({ min: 1, max: 5 })),
    above: fc.nat(9_000),
    purchaseMode: fc.constantFrom('replace' as const, 'add' as const),
  })
  .map(({ freeMinutes, freeTimeCounted, base, phases, cap, maxDays, above, purchaseMode }): FeePlan => {
    let start = base ? base.unit * base.times : 0;
    const placed = phases.map(({ unit, units, price }) => {
      const startMinute = start;
      start += unit * units;
      return { startMinute, unitMinutes: unit, unitPriceMinor: price };
    });
    const drawn = plan({
      ...{ freeMinutes, freeTimeCounted, phases: placed, dailyCapMinor: cap },
      ...(base ? { baseUnitMinutes: base.unit, baseCostMinor: base.cost, repetitions: base.times } : {}),
    });
    if (maxDays === null) return drawn;
    const highest = cap === null ? rentalFee(drawn, maxDays * 86_400).feeMinor : cap * maxDays;
    return { ...drawn, maxDays, purchasePriceMinor: highest + above, purchaseMode };
  });
const anyTime = fc.integer({ min: 0, max: 8 * 86_400 });

/** Practice 8.2 word by word, one charge after another. */
function byTheBook(given: FeePlan, minutes: number): number {
  if (minutes <= given.freeMinutes) return 0;
  const billed = given.freeTimeCounted ? minutes : minutes - given.freeMinutes;
  const charges: [at: number, price: number][] = [];
  for (let block = 0; block < given.repetitions && block * given.baseUnitMinutes < billed; block += 1)
    charges.push([block * given.baseUnitMinutes, given.baseCostMinor]);
  for (const [place, { startMinute, unitMinutes, unitPriceMinor }] of given.phases.entries()) {
    const next = given.phases[place + 1]?.startMinute ?? Number.POSITIVE_INFINITY;
    for (let at = startMinute; at < billed && at < next; at += unitMinutes) charges.push([at, unitPriceMinor]);
  }
  const days = Map.groupBy(charges, ([at]) => Math.floor(at / MINUTES_OF_A_DAY));
  return [...days.values()].reduce((sum, ofDay) => {
    const charged = ofDay.reduce((all, [, price]) => all + price, 0);
    return sum + Math.min(charged, given.dailyCapMinor ?? charged);
  }, 0);
}

describe('any plan', () => {
  test('is priced as the book says', () => {
    fc.assert(
      fc.property(anyPlan, anyTime, (given, time) => {
        const unending = { ...given, maxDays: null };
        expect(rentalFee(unending, time).feeMinor).toBe(byTheBook(given, Math.ceil(time / 60)));
      }),
    );
  });

  test('never costs less for more time', () => {
    fc.assert(
      fc.property(anyPlan, anyTime, anyTime, (given, one, other) => {
        const [shorter, longer] = [Math.min(one, other), Math.max(one, other)];
        expect(rentalFee(given, shorter).feeMinor).toBeLessThanOrEqual(rentalFee(given, longer).feeMinor);
      }),
    );
  });

  test('has no day above its cap, and parts that add up to whole minor units', () => {
    fc.assert(
      fc.property(anyPlan, anyTime, (given, time) => {
        const { parts, feeMinor } = rentalFee(given, time);
        expect(parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(feeMinor);
        expect(parts.every(({ amountMinor }) => Number.isSafeInteger(amountMinor) && amountMinor >= 0)).toBe(true);
        const rented = parts.filter(({ kind }) => kind !== 'purchase');
        const days = Map.groupBy(rented, ({ fromMinute }) => Math.floor(fromMinute / MINUTES_OF_A_DAY));
        for (const day of days.values()) {
          const sum = day.reduce((all, { amountMinor }) => all + amountMinor, 0);
          expect(sum).toBeLessThanOrEqual(given.dailyCapMinor ?? sum);
        }
      }),
    );
  });

  test.each(CURRENCY_CODES)(
    'priced in whole units of %s comes to whole units, and never to a part of a minor one',
    (currency) => {
      const unit = 10 ** digitsOf(currency);
      fc.assert(
        fc.property(anyPlan, anyTime, (given, time) => {
          const priced: FeePlan = {
            ...{ ...given, baseCostMinor: given.baseCostMinor * unit },
            phases: given.phases.map((phase) => ({ ...phase, unitPriceMinor: phase.unitPriceMinor * unit })),
            dailyCapMinor: given.dailyCapMinor === null ? null : given.dailyCapMinor * unit,
            purchasePriceMinor: given.purchasePriceMinor === null ? null : given.purchasePriceMinor * unit,
          };
          const { feeMinor } = rentalFee(priced, time);
          expect(Number.isSafeInteger(feeMinor)).toBe(true);
          expect(feeMinor).toBe(rentalFee(given, time).feeMinor * unit);
        }),
        { numRuns: 50 },
      );
    },
  );

  test('that was drawn here can be kept', () => {
    fc.assert(fc.property(anyPlan, (given) => void expect(planFaults(given)).toEqual([])));
  });
});
