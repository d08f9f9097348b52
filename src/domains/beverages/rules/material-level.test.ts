import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterCount,
  afterEmptyFault,
  afterFaultCleared,
  afterRefill,
  afterReport,
  afterTakeOver,
  afterUse,
  differenceToBook,
  isLow,
  isWideDifference,
  type MaterialLevels,
  materialState,
  usableLevel,
} from './material-level.ts';

const at = (minute: number): Date => new Date(Date.UTC(2027, 2, 1, 10, minute));
const filled = (current: number): MaterialLevels => ({ current, reported: null, filledAt: at(0), emptySince: null });

test.each<[string, MaterialLevels, number]>([
  ['the book alone', filled(7_262), 7_262],
  ['the robot measured less', { ...filled(7_262), reported: { level: 0, at: at(1) } }, 0],
  ['the robot measured more', { ...filled(7_262), reported: { level: 8_000, at: at(1) } }, 7_262],
  ['it is out of it, whatever else is known', { ...filled(7_262), emptySince: at(1) }, 0],
])('%s', (_, levels, level) => {
  expect(usableLevel(levels)).toBe(level);
});

test.each<[string, MaterialLevels, number]>([
  ['a report from before the refill', afterReport(filled(100), { level: 0, at: at(-1) }), 100],
  ['a report of the moment of the refill', afterReport(filled(100), { level: 0, at: at(0) }), 100],
  ['a fault from before the refill', afterEmptyFault(filled(100), at(-1)), 100],
  ['a newer report', afterReport(filled(100), { level: 40, at: at(1) }), 40],
  ['the cleared fault', afterFaultCleared(afterEmptyFault(filled(100), at(1))), 100],
])('%s: %#', (_, levels, level) => {
  expect(usableLevel(levels)).toBe(level);
});

test('a refill forgets what was said before it, and keeps what was said after it', () => {
  const said = afterEmptyFault(afterReport(filled(0), { level: 0, at: at(5) }), at(6));
  expect(afterRefill(said, { level: 900, at: at(7) })).toEqual({ ...filled(900), filledAt: at(7) });
  const late = afterRefill(said, { level: 900, at: at(4) });
  expect(late).toEqual({ ...said, current: 900, filledAt: at(4) });
  expect(usableLevel(late)).toBe(0);
});

test('a drink is taken from the measurement too, until the robot measures again', () => {
  const measured = afterReport(filled(1_000), { level: 500, at: at(1) });
  expect(usableLevel(afterUse(measured, 200))).toBe(300);
  expect(usableLevel(afterReport(afterUse(measured, 200), { level: 310, at: at(2) }))).toBe(310);
  expect(afterUse(filled(100), 200)).toEqual(filled(0));
});

test('what staff counted wins over everything before it, and a newer refill of the robot over what they counted', () => {
  const said = afterEmptyFault(afterReport(filled(0), { level: 0, at: at(5) }), at(6));
  const counted = afterCount(said, { level: 700, at: at(7) });
  expect(counted).toEqual({ ...filled(700), filledAt: at(7), countedAt: at(7) });
  expect(afterRefill(counted, { level: 900, at: at(6) })).toEqual(counted);
  expect(usableLevel(afterRefill(counted, { level: 900, at: at(8) }))).toBe(900);
  const filledSince = afterRefill(filled(100), { level: 900, at: at(9) });
  expect(afterCount(filledSince, { level: 700, at: at(8) })).toEqual(filledSince);
});

test('staff believe the robot', () => {
  const measured = afterReport(filled(1_000), { level: 1_500, at: at(1) });
  expect(afterTakeOver(measured)).toEqual({ ...measured, current: 1_500 });
  expect(afterTakeOver(filled(1_000))).toEqual(filled(1_000));
});

test.each([
  [1_000, null, 0],
  [1_000, 1_200, 200],
  [1_000, 0, -1_000],
])('book %s, reported %s: differs by %s', (current, reportedLevel, difference) => {
  expect(differenceToBook({ current, reportedLevel })).toBe(difference);
});

test('more than five per cent of the container is a wide difference, below the mark is low', () => {
  expect([isWideDifference(-400, 8_000), isWideDifference(-401, 8_000), isWideDifference(401, 8_000)]).toEqual([
    false,
    true,
    true,
  ]);
  expect([isLow(25, 25), isLow(24, 25), isLow(0, 0)]).toEqual([false, true, false]);
});

test.each([
  ['nothing', { level: 0 }, 'empty'],
  ['all of it is promised', { level: 300, reserved: 300 }, 'empty'],
  ['the forecast says that it is gone', { level: 300, hoursToEmpty: 0 }, 'empty'],
  ['below the mark', { level: 99 }, 'low'],
  ['at the mark', { level: 100 }, 'good'],
])('%s: %o is %s', (_, given, state) => {
  expect(materialState({ reserved: 0, lowMark: 100, hoursToEmpty: null, ...given })).toBe(state);
});

const minute = fc.integer({ min: 1, max: 60 });
const level = fc.integer({ min: 0, max: 2_000 });
type Happening = (levels: MaterialLevels) => MaterialLevels;
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ level, at: minute.map(at) }).map((report) => (levels: MaterialLevels) => afterReport(levels, report)),
  minute.map((m) => (levels: MaterialLevels) => afterEmptyFault(levels, at(m))),
  fc.constant(afterFaultCleared),
  fc.record({ level, at: minute.map(at) }).map((refill) => (levels: MaterialLevels) => afterRefill(levels, refill)),
  level.map((amount) => (levels: MaterialLevels) => afterUse(levels, amount)),
);
const life = fc
  .array(happening, { maxLength: 20 })
  .map((all) => all.reduce((levels, next) => next(levels), filled(1_000)));

test('whatever happened, nothing is sold that is not there by the book', () => {
  fc.assert(
    fc.property(life, (levels) => {
      expect(usableLevel(levels)).toBeGreaterThanOrEqual(0);
      expect(usableLevel(levels)).toBeLessThanOrEqual(levels.current);
    }),
  );
});

test('a report heard twice, or after a newer one, changes nothing', () => {
  fc.assert(
    fc.property(
      life,
      fc.record({ level, at: minute.map(at) }),
      fc.record({ level, at: minute.map(at) }),
      (start, a, b) => {
        const once = afterReport(start, a);
        expect(afterReport(once, a)).toEqual(once);
        const [older, newer] = a.at <= b.at ? [a, b] : [b, a];
        expect(afterReport(afterReport(start, newer), older)).toEqual(afterReport(start, newer));
      },
    ),
  );
});

test('a refill after everything else leaves what was filled in', () => {
  fc.assert(
    fc.property(life, level, (start, poured) => {
      expect(usableLevel(afterRefill(start, { level: poured, at: at(61) }))).toBe(poured);
    }),
  );
});

test('it makes no difference whether a refill is heard before or after the reports around it', () => {
  const report = fc.record({ level, at: minute.map(at) });
  fc.assert(
    fc.property(fc.array(report, { maxLength: 5 }), report, (reports, refill) => {
      const inOrder = reports.toSorted((a, b) => a.at.getTime() - b.at.getTime());
      const first = inOrder.reduce(afterReport, afterRefill(filled(1_000), refill));
      const last = afterRefill(inOrder.reduce(afterReport, filled(1_000)), refill);
      expect(last).toEqual(first);
    }),
  );
});
