import { Cron } from 'croner';
import type { CronExpression } from '#system/scheduling/rules/cron.ts';
import { cronerPatterns } from '#system/scheduling/rules/croner-patterns.ts';

const SECOND_MS = 1000;

/**
 * The first `count` runs strictly after `after`, in ascending order; fewer where the year field ends them. Preview and
 * scheduler both use it (product.md 6).
 */
export function nextRuns(expression: CronExpression, timeZone: string, after: Date, count: number): Date[] {
  return runsAfter(expression, timeZone, after).take(count).toArray();
}

/** The last run in (`after`, `upTo`]; `null` when there is none. It looks back from the end, in growing steps. */
export function latestRun(expression: CronExpression, timeZone: string, after: Date, upTo: Date): Date | null {
  for (let windowMs = 60 * SECOND_MS; ; windowMs *= 8) {
    const from = Math.max(after.getTime(), upTo.getTime() - windowMs);
    let latest: Date | null = null;
    for (const run of runsAfter(expression, timeZone, new Date(from))) {
      if (run > upTo) break;
      latest = run;
    }
    if (latest || from <= after.getTime()) return latest;
  }
}

/** An instant as people read it in a zone: `2027-03-28T03:00:00+02:00`. */
export function isoWithOffset(instant: Date, timeZone: string): string {
  return zoned(instant.getTime(), timeZone).toString({ timeZoneName: 'never', smallestUnit: 'second' });
}

/**
 * All runs strictly after `after`. croner walks the calendar; which instants a time on the clock stands for is decided
 * here, with the law of practice 17.4:
 * - patterns of every hour follow real time: a time that does not exist is left out, one that exists twice runs twice;
 * - with all others a time that does not exist moves to the first instant after the gap, where several become one run,
 *   and a time that exists twice runs at the first.
 */
export function* runsAfter(expression: CronExpression, timeZone: string, after: Date): Generator<Date> {
  let last = after.getTime();
  /** Second passes of the hour that is on the clock twice: they come after all first passes. */
  let secondPasses: number[] = [];
  for (const clock of clockTimes(expression, firstClockTime(expression, timeZone, after))) {
    const [first, second] = instantsOf(clock, timeZone, expression.everyHour);
    if (first === undefined) continue;
    const due = [...secondPasses.filter((instant) => instant < first), first];
    secondPasses = secondPasses.filter((instant) => instant > first);
    if (second !== undefined) secondPasses.push(second);
    for (const instant of due) {
      if (instant <= last) continue;
      last = instant;
      yield new Date(instant);
    }
  }
  for (const instant of secondPasses) if (instant > last) yield new Date(instant);
}

/** Times on a clock, as if its zone were UTC: from `start` on, ascending, each once. */
function* clockTimes(expression: CronExpression, start: Temporal.PlainDateTime): Generator<Temporal.PlainDateTime> {
  // croner answers strictly after the instant that it gets
  const justBefore = new Date(start.toZonedDateTime('UTC').epochMilliseconds - SECOND_MS);
  const walks = cronerPatterns(expression).map((pattern) => {
    const cron = new Cron(pattern, { timezone: 'UTC', sloppyRanges: true });
    return { cron, next: cron.nextRun(justBefore) };
  });
  for (;;) {
    const soonest = Math.min(...walks.map((walk) => walk.next?.getTime() ?? Number.POSITIVE_INFINITY));
    if (soonest === Number.POSITIVE_INFINITY) return;
    yield zoned(soonest, 'UTC').toPlainDateTime();
    for (const walk of walks) {
      if (walk.next?.getTime() === soonest) walk.next = walk.cron.nextRun(walk.next);
    }
  }
}

/** The earliest time on the clock that can still lead to a run after `after`. */
function firstClockTime(expression: CronExpression, timeZone: string, after: Date): Temporal.PlainDateTime {
  const now = zoned(after.getTime(), timeZone).round({ smallestUnit: 'second', roundingMode: 'floor' });
  const clock = now.toPlainDateTime();
  const again = clock.toZonedDateTime(timeZone, { disambiguation: 'later' });
  const isFirstPass = again.epochMilliseconds > now.epochMilliseconds;
  // in the first pass of a repeated hour its whole second pass lies ahead
  const turnBack = expression.everyHour && isFirstPass ? now.getTimeZoneTransition('next') : null;
  return turnBack?.toPlainDateTime() ?? clock;
}

/** The instants, in milliseconds, of a time on the clock at which something runs: none, one, or both passes (practice 17.4). */
export function instantsOf(clock: Temporal.PlainDateTime, timeZone: string, everyHour: boolean): number[] {
  const first = clock.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (!first.toPlainDateTime().equals(clock)) {
    if (everyHour) return [];
    const gapEnd = first.getTimeZoneTransition('next');
    return gapEnd ? [gapEnd.epochMilliseconds] : [];
  }
  if (!everyHour) return [first.epochMilliseconds];
  const second = clock.toZonedDateTime(timeZone, { disambiguation: 'later' });
  return second.epochMilliseconds > first.epochMilliseconds
    ? [first.epochMilliseconds, second.epochMilliseconds]
    : [first.epochMilliseconds];
}

function zoned(epochMs: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
}
