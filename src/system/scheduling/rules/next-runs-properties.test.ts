import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEST_ZONES } from '#platform/time/rules/test-zones.ts';
import { type CronExpression, readCron } from './cron.ts';
import { latestRun, nextRuns } from './next-runs.ts';

const QUARTER_MS = 15 * 60_000;

const some = (...texts: string[]) => fc.constantFrom(...texts);
const minutes = some('0', '15', '30', '0,30', '15,45', '*/15', '30/15', '0-59/15').map((text) =>
  text.replace('0-59/15', '*/15'),
);
const hours = some('*', '0-23', '0', '1', '2', '3', '1-3', '*/2', '23', '0,2', '2,3');
const dayAndWeek = some(
  '* ?',
  '* *',
  '? *',
  '1/2 ?',
  'L ?',
  'L-2 ?',
  'LW ?',
  '1W ?',
  '15W ?',
  '28/2 ?',
  '29 ?',
  '31W ?',
  '1,15,L ?',
  '? 1/2',
  '? 6-1',
  '? SUN',
  '? 0',
  '? SAT,MON',
  '? 3/3',
);
const months = some('*', '*', '*', '3,4,10,11', '2', 'MAR-MAY');
const expressions = fc.tuple(minutes, hours, dayAndWeek, months).map(([minute, hour, pair, month]) => {
  const [day, week] = pair.split(' ');
  const reading = readCron(`0 ${minute} ${hour} ${day} ${month} ${week}`);
  if (!reading.valid) throw new Error(JSON.stringify(reading));
  return reading.expression;
});

const zoned = (epochMs: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);

/** Whether a time on the clock is meant, computed day by day and without croner. */
function isMeant(expression: CronExpression, clock: Temporal.PlainDateTime): boolean {
  const timeFits =
    expression.seconds.includes(clock.second) &&
    expression.minutes.includes(clock.minute) &&
    expression.hours.includes(clock.hour);
  const dateFits = expression.months.includes(clock.month) && (expression.years?.includes(clock.year) ?? true);
  return timeFits && dateFits && isDayMeant(expression, clock.toPlainDate());
}

function isDayMeant({ days, weekdays }: CronExpression, date: Temporal.PlainDate): boolean {
  if (weekdays) return weekdays.includes(date.dayOfWeek);
  if (!days) return true;
  const last = date.with({ day: date.daysInMonth });
  const meant = [...days.plain, ...days.beforeLast.map((n) => last.day - n)];
  if (days.last) meant.push(last.day);
  if (days.lastWeekday) meant.push(nearestWeekday(last).day);
  for (const day of days.nearestWeekdays) {
    if (day <= last.day) meant.push(nearestWeekday(date.with({ day })).day);
  }
  return meant.includes(date.day);
}

function nearestWeekday(date: Temporal.PlainDate): Temporal.PlainDate {
  if (date.dayOfWeek === 6) return date.day === 1 ? date.add({ days: 2 }) : date.subtract({ days: 1 });
  if (date.dayOfWeek === 7) return date.day === date.daysInMonth ? date.subtract({ days: 2 }) : date.add({ days: 1 });
  return date;
}

/** Every run within `quarters` quarter hours after `from`, by looking at each of them. */
function byLooking(expression: CronExpression, zone: string, from: number, quarters: number): number[] {
  const found: number[] = [];
  for (let i = 1; i <= quarters; i += 1) {
    const at = from + i * QUARTER_MS;
    const now = zoned(at, zone);
    const clock = now.toPlainDateTime();
    const isSecondPass = clock.toZonedDateTime(zone, { disambiguation: 'earlier' }).epochMilliseconds < at;
    const meant = isMeant(expression, clock) && (expression.everyHour || !isSecondPass);
    if (meant || (!expression.everyHour && isMeantInGapBefore(expression, zone, at))) found.push(at);
  }
  return found;
}

function isMeantInGapBefore(expression: CronExpression, zone: string, at: number): boolean {
  const before = zoned(at - 1, zone);
  const after = zoned(at, zone);
  const gapMinutes = (after.offsetNanoseconds - before.offsetNanoseconds) / 60e9;
  for (let minute = 15; minute <= gapMinutes; minute += 15) {
    if (isMeant(expression, after.toPlainDateTime().subtract({ minutes: minute }))) return true;
  }
  return false;
}

const zones = fc.constantFrom(...TEST_ZONES);
const anyQuarter = fc
  .integer({ min: Date.UTC(2025, 0, 1) / QUARTER_MS, max: Date.UTC(2032, 0, 1) / QUARTER_MS })
  .map((quarter) => quarter * QUARTER_MS);

test('around every clock change, runs are exactly those found by looking at each quarter hour', () => {
  fc.assert(
    fc.property(expressions, zones, anyQuarter, fc.integer({ min: 0, max: 96 }), (expression, zone, start, lead) => {
      const change = zoned(start, zone).getTimeZoneTransition('next')?.epochMilliseconds ?? start;
      const from = change - lead * QUARTER_MS;
      const quarters = lead + 100;
      const expected = byLooking(expression, zone, from, quarters);
      const found = nextRuns(expression, zone, new Date(from), expected.length + 1).map((run) => run.getTime());
      expect(found.filter((run) => run <= from + quarters * QUARTER_MS)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test('runs rise strictly, lie after the instant asked about and fit the fields', () => {
  fc.assert(
    fc.property(expressions, zones, anyQuarter, fc.integer({ min: 1, max: 15 }), (expression, zone, start, count) => {
      const runs = nextRuns(expression, zone, new Date(start), count).map((run) => run.getTime());
      for (const [i, run] of runs.entries()) {
        expect(run).toBeGreaterThan(runs[i - 1] ?? start);
        const fits = isMeant(expression, zoned(run, zone).toPlainDateTime());
        expect(fits || isMeantInGapBefore(expression, zone, run)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test('asking again after a run goes on where the first answer stopped', () => {
  fc.assert(
    fc.property(expressions, zones, anyQuarter, fc.integer({ min: 1, max: 5 }), (expression, zone, start, split) => {
      const all = nextRuns(expression, zone, new Date(start), 8);
      const stop = all[split - 1];
      if (stop) expect(nextRuns(expression, zone, stop, 8 - split)).toEqual(all.slice(split));
    }),
  );
});

test('the latest run up to an instant is the one that the next runs would have named', () => {
  fc.assert(
    fc.property(expressions, zones, anyQuarter, fc.integer({ min: 1, max: 6 }), (expression, zone, start, count) => {
      const runs = nextRuns(expression, zone, new Date(start), count);
      const last = runs.at(-1);
      if (last) expect(latestRun(expression, zone, new Date(start), last)).toEqual(last);
    }),
  );
});
