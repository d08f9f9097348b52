import { expect, test } from 'vitest';
import type { OpeningTime } from '#domains/spots/contract/opening-times.ts';
import {
  both,
  byHour,
  gapsIn,
  hoursOfDay,
  inWholes,
  joined,
  lengthOf,
  lostSales,
  onlineSpans,
  openSpans,
  type Span,
  without,
} from './spans.ts';

const HOUR = 3_600_000;
const span = (from: number, to: number): Span => ({ from, to });
const at = (text: string): number => Date.parse(text);

test.each([
  [[span(0, 10)], [span(2, 4), span(6, 12)], [span(2, 4), span(6, 10)], [span(0, 2), span(4, 6)]],
  [[span(0, 10)], [], [], [span(0, 10)]],
  [[], [span(0, 10)], [], []],
  [[span(0, 5), span(5, 10)], [span(3, 7)], [span(3, 5), span(5, 7)], [span(0, 3), span(7, 10)]],
])('%j and %j', (some, others, shared, left) => {
  expect(both(some, others)).toEqual(shared);
  expect(without(some, others)).toEqual(left);
});

test('overlapping spans are one', () => {
  expect(joined([span(5, 8), span(0, 3), span(2, 6)])).toEqual([span(0, 8)]);
});

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const hours = (from: string, to: string, days = EVERY_DAY): OpeningTime[] => [{ days, window: { from, to } }];

test.each([
  // a day on which the clocks go back has 25 hours, one on which they go forward 23
  ['always open, autumn', [], '2026-10-24T22:00Z', '2026-10-25T23:00Z', 25],
  ['always open, spring', [], '2027-03-27T23:00Z', '2027-03-28T22:00Z', 23],
  ['over the change of clocks', hours('01:00', '05:00'), '2026-10-24T22:00Z', '2026-10-25T23:00Z', 5],
  ['the day before reaches into it', hours('22:00', '02:00'), '2026-11-02T23:00Z', '2026-11-03T23:00Z', 4],
  ['Monday alone, on a Tuesday', hours('08:00', '18:00', [1]), '2026-11-02T23:00Z', '2026-11-03T23:00Z', 0],
  ['cut', hours('08:00', '18:00'), '2026-11-02T23:00Z', '2026-11-03T09:30Z', 2.5],
] as const)('%s', (_, times, from, to, expected) => {
  expect(lengthOf(openSpans(times, span(at(from), at(to)), 'Europe/Oslo')) / HOUR).toBe(expected);
});

test('a device is online from what it said last, also from before', () => {
  const changes = [
    { online: true, at: new Date(-5) },
    { online: false, at: new Date(4) },
    { online: true, at: new Date(6) },
    { online: true, at: new Date(8) },
  ];
  expect(onlineSpans(changes, span(0, 10))).toEqual([span(0, 4), span(6, 10)]);
  expect(onlineSpans([], span(0, 10))).toEqual([]);
});

test('time falls into the hours of the tenant’s clock, of which half an hour may be in each', () => {
  const window = span(at('2026-11-03T00:10Z'), at('2026-11-03T03:10Z'));
  const sums = byHour([window], hoursOfDay(window, 'Asia/Kolkata'));
  expect(sums.map((ms, hour) => [hour, ms / 60_000]).filter(([, minutes]) => minutes! > 0)).toEqual([
    [5, 20],
    [6, 60],
    [7, 60],
    [8, 40],
  ]);
});

test('time is lost by being away, else by a fault; what costs nothing is no gap', () => {
  const open = [span(10, 20), span(30, 40)];
  const gaps = gapsIn(open, { away: [span(0, 5), span(18, 32)], faults: [span(15, 31), span(50, 60)] });
  expect(gaps).toEqual([
    { kind: 'offline', span: span(18, 32), lost: [span(18, 20), span(30, 32)] },
    { kind: 'fault', span: span(15, 31), lost: [span(15, 18)] },
  ]);
});

test.each([
  [
    [0.4, 0.4, 0.4],
    [0, 1, 0],
  ],
  [
    [2.5, 2.5],
    [3, 2],
  ],
  [[], []],
])('%j in whole numbers are %j', (parts, wholes) => {
  expect(inWholes(parts)).toEqual(wholes);
});

test('lost sales are those of the same hour before', () => {
  const of = (hour: number, value: number) => Array.from({ length: 24 }, (_, one) => (one === hour ? value : 0));
  // 28 hours of nine o'clock sold 2,800.00; half an hour without it is 50.00
  expect(lostSales(of(9, HOUR / 2), { minor: of(9, 280_000), sellableMs: of(9, 28 * HOUR) })).toBe(5_000);
  expect(lostSales(of(9, HOUR), { minor: of(8, 280_000), sellableMs: of(8, 28 * HOUR) })).toBe(0);
});
