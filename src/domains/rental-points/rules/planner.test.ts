import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { forecastCabinet, type HourRate } from './forecast.ts';
import { kilometresBetween, type PlannedCabinet, planTour, unitsWanted } from './plan-tour.ts';

const always = (lent: number, returned: number): HourRate[] => Array.from({ length: 24 }, () => ({ lent, returned }));
/** Two units an hour are lent from 8 to 10, and returned from 17 to 19. */
const office = Array.from({ length: 24 }, (_, hour) => ({
  lent: hour === 8 || hour === 9 ? 2 : 0,
  returned: hour === 17 || hour === 18 ? 2 : 0,
}));

test.each([
  [
    'nothing happens',
    { borrowable: 4, free: 4 },
    always(0, 0),
    8,
    12,
    { emptyInHours: null, fullInHours: null, borrowableThen: 4 },
  ],
  [
    'empty already',
    { borrowable: 0, free: 8 },
    always(0, 0),
    8,
    12,
    { emptyInHours: 0, fullInHours: null, borrowableThen: 0 },
  ],
  [
    'full already',
    { borrowable: 8, free: 0 },
    always(0, 0),
    8,
    12,
    { emptyInHours: null, fullInHours: 0, borrowableThen: 8 },
  ],
  [
    'one an hour goes',
    { borrowable: 4.5, free: 4 },
    always(1, 0),
    8,
    12,
    { emptyInHours: 4, fullInHours: null, borrowableThen: 0 },
  ],
  [
    'one an hour comes',
    { borrowable: 4, free: 4.5 },
    always(0, 1),
    8,
    12,
    { emptyInHours: null, fullInHours: 4, borrowableThen: 9 },
  ],
  [
    'as many come as go',
    { borrowable: 2, free: 2 },
    always(3, 3),
    8,
    12,
    { emptyInHours: null, fullInHours: null, borrowableThen: 2 },
  ],
  [
    'too far away to see',
    { borrowable: 8, free: 0.5 },
    always(1, 0),
    8,
    4,
    { emptyInHours: null, fullInHours: null, borrowableThen: 4 },
  ],
  [
    'the morning, from seven',
    { borrowable: 3.5, free: 4 },
    office,
    7,
    4,
    { emptyInHours: 2.5, fullInHours: null, borrowableThen: 0 },
  ],
  [
    'half of an hour has gone',
    { borrowable: 2.5, free: 4 },
    office,
    8.5,
    1,
    { emptyInHours: null, fullInHours: null, borrowableThen: 1 },
  ],
  [
    'over midnight',
    { borrowable: 3.5, free: 4 },
    office,
    22,
    12,
    { emptyInHours: 11.5, fullInHours: null, borrowableThen: 0 },
  ],
] as const)('%s', (_title, now, rates, hour, hours, expected) => {
  const found = forecastCabinet(now, rates, { hour, hours });
  expect(found).toEqual({
    ...expected,
    emptyInHours: expected.emptyInHours === null ? null : expect.closeTo(expected.emptyInHours, 5),
    fullInHours: expected.fullInHours === null ? null : expect.closeTo(expected.fullInHours, 5),
  });
});

const forecast = (borrowableThen: number, emptyInHours: number | null = null, fullInHours: number | null = null) => ({
  ...{ borrowableThen, emptyInHours, fullInHours },
});
test.each([
  ['runs empty', 2, 6, forecast(0, 3), 4],
  ['runs empty, with few free slots', 2, 1, forecast(0, 3), 1],
  ['runs full', 6, 2, forecast(8, null, 3), -4],
  ['has more than its half', 6, 2, forecast(6), -2],
  ['has less than its half, but enough', 3, 5, forecast(3), 0],
])('a cabinet that %s', (_title, borrowable, free, then, units) => {
  expect(unitsWanted({ borrowable, free, forecast: then })).toBe(units);
});

const at = (id: string, longitude: number, borrowable: number, free: number, then: ReturnType<typeof forecast>) =>
  ({ id, latitude: 0, longitude, borrowable, free, forecast: then }) satisfies PlannedCabinet;
const units = (cabinets: readonly PlannedCabinet[], van = 40) =>
  planTour(cabinets, van).stops.map(({ cabinetId, units }) => [cabinetId, units]);

test.each<[string, readonly PlannedCabinet[], number, unknown]>([
  ['nothing to do', [at('a', 0, 4, 4, forecast(4))], 40, []],
  [
    'a spare one helps an empty one',
    [at('a', 0, 0, 8, forecast(0, 0)), at('b', 1, 8, 0, forecast(6))],
    40,
    [
      ['b', -2],
      ['a', 2],
    ],
  ],
  ['a full one is emptied in any case', [at('a', 0, 8, 0, forecast(8, null, 0))], 40, [['a', -4]]],
  [
    'the nearer of two that run empty first',
    [
      at('far', 5, 0, 4, forecast(0, 0)),
      at('near', 1, 0, 4, forecast(0, 0)),
      at('full', 0, 8, 0, forecast(8, null, 0)),
    ],
    40,
    [
      ['full', -4],
      ['near', 2],
      ['far', 2],
    ],
  ],
  [
    'a small van comes twice',
    [at('a', 0, 0, 8, forecast(0, 0)), at('b', 1, 8, 0, forecast(8, null, 0))],
    2,
    [
      ['b', -2],
      ['a', 2],
      ['b', -2],
      ['a', 2],
    ],
  ],
])('%s', (_title, cabinets, van, stops) => expect(units(cabinets, van)).toEqual(stops));

test('what nobody can spare is said', () => {
  expect(planTour([at('a', 0, 0, 8, forecast(0, 0))], 40)).toEqual({ stops: [], km: 0, missing: 4 });
});

test('a degree at the equator is 111 km, and a tour adds them up', () => {
  expect(kilometresBetween({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 1 })).toBeCloseTo(111.19, 1);
  const cabinets = [at('a', 0, 0, 8, forecast(0, 0)), at('b', 1, 8, 0, forecast(8, null, 0))];
  expect(planTour(cabinets, 40).km).toBeCloseTo(111.19, 1);
});

test('no tour makes units, overfills a cabinet or its van, or goes on for ever', () => {
  const count = fc.integer({ min: 0, max: 12 });
  const cabinet = fc.tuple(
    count,
    count,
    count,
    fc.boolean(),
    fc.boolean(),
    fc.double({ min: -1, max: 1, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(cabinet, { maxLength: 12 }), fc.integer({ min: 1, max: 20 }), (list, van) => {
      const cabinets = list.map(([borrowable, free, then, isEmpty, isFull, longitude], place) =>
        at(
          `c${place}`,
          longitude,
          borrowable,
          free,
          forecast(Math.min(then, borrowable + free), isEmpty ? 1 : null, isFull ? 1 : null),
        ),
      );
      const { stops } = planTour(cabinets, van);
      expect(stops.length).toBeLessThan(500);
      for (const { load, units: moved } of stops) {
        expect(moved).not.toBe(0);
        expect(load).toBeGreaterThanOrEqual(0);
        expect(load).toBeLessThanOrEqual(van);
      }
      for (const { id, borrowable, free } of cabinets) {
        const moved = stops.filter(({ cabinetId }) => cabinetId === id).reduce((sum, stop) => sum + stop.units, 0);
        expect(moved).toBeLessThanOrEqual(free);
        expect(-moved).toBeLessThanOrEqual(borrowable);
      }
    }),
  );
});
