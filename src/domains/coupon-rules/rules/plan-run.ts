import { readCron } from '#system/scheduling/rules/cron.ts';
import { instantsOf, latestRun, runsAfter } from '#system/scheduling/rules/next-runs.ts';
import type { Frequency } from '../contract/coupon-rules.ts';
import { type ExecutionTime, readExecutionTime } from './execution-time.ts';

/** What a rule says about when it runs. */
export interface TimedRule {
  readonly frequency: Frequency;
  readonly executionTime: string;
  /** ISO days; none: every day. Of daily and hourly rules alone. */
  readonly weekdays: readonly number[];
  /** Both belong to it. */
  readonly beginAt: Date;
  readonly endAt: Date;
}

export interface PlannedRule extends TimedRule {
  /** The next run, and the zone on whose clocks it was planned. */
  readonly nextRunAt: Date | null;
  readonly plannedZone: string;
}

export interface RunPlan {
  /** What runs now; null where nothing is due. */
  readonly slot: Date | null;
  /** When to look again; null where the rule has no run any more. */
  readonly nextRunAt: Date | null;
}

/** A run that nobody took for so long was missed: everything was down. */
const MISSED_AFTER_MS = 60_000;

/**
 * The runs of a rule after `after`, ascending, within its begin and end (practice 6): a day that the month lacks is its last one;
 * times that do not exist on the clock, or exist twice, follow practice 17.4.
 */
export function* ruleRuns(rule: TimedRule, timeZone: string, after: Date): Generator<Date> {
  const from = new Date(Math.max(after.getTime(), rule.beginAt.getTime() - 1));
  for (const run of endlessRuns(rule, timeZone, from)) {
    if (run > rule.endAt) return;
    yield run;
  }
}

/** The first `count` runs after `after`. */
export const nextRuleRuns = (rule: TimedRule, timeZone: string, after: Date, count: number): Date[] =>
  ruleRuns(rule, timeZone, after).take(count).toArray();

/** The last run in (`after`, `upTo`]; null where there is none. */
export function latestRuleRun(rule: TimedRule, timeZone: string, after: Date, upTo: Date): Date | null {
  const from = new Date(Math.max(after.getTime(), rule.beginAt.getTime() - 1));
  const until = rule.endAt < upTo ? rule.endAt : upTo;
  const time = readExecutionTime(rule.frequency, rule.executionTime);
  if (!time || from >= until) return null;
  const pattern = cronOf(rule, time);
  if (pattern) return latestRun(pattern, timeZone, from, until);
  let latest: Date | null = null;
  for (const run of calendarRuns(time, timeZone, from)) {
    if (run > until) break;
    latest = run;
  }
  return latest;
}

/**
 * What a rule does at `now` (practice 6): of all runs since the planned one the latest, and a missed one only where `now` still lies
 * within begin and end. On the clocks of another zone, or without a plan, it is planned anew and nothing runs.
 */
export function planRule(rule: PlannedRule, timeZone: string, now: Date): RunPlan {
  const nextRunAt = nextRuleRuns(rule, timeZone, now, 1)[0] ?? null;
  const { nextRunAt: planned, plannedZone } = rule;
  if (planned === null || plannedZone !== timeZone) return { slot: null, nextRunAt };
  if (planned > now) return { slot: null, nextRunAt: planned };
  const slot = latestRuleRun(rule, timeZone, new Date(planned.getTime() - 1), now);
  const wasMissed = slot !== null && now.getTime() - slot.getTime() > MISSED_AFTER_MS;
  return { slot: wasMissed && now > rule.endAt ? null : slot, nextRunAt };
}

/**
 * The period of a run, in which everybody gets theirs once (practice 6): `yyyy`, `yyyy-MM`, the local date, or the hour of UTC, so
 * that the hour which clocks show twice is two periods.
 */
export function periodKey(frequency: Frequency, at: Date, timeZone: string): string {
  if (frequency === 'hourly') return `${at.toISOString().slice(0, 13)}Z`;
  const day = zoned(at, timeZone).toPlainDate().toString();
  return day.slice(0, { yearly: 4, monthly: 7, daily: 10 }[frequency]);
}

function endlessRuns(rule: TimedRule, timeZone: string, after: Date): Iterable<Date> {
  const time = readExecutionTime(rule.frequency, rule.executionTime);
  if (!time) return [];
  const pattern = cronOf(rule, time);
  return pattern ? runsAfter(pattern, timeZone, after) : calendarRuns(time, timeZone, after);
}

/** Daily and hourly rules are patterns of the scheduler; months and years are not, because of their last days. */
function cronOf({ frequency, weekdays }: TimedRule, { second, minute, hour }: ExecutionTime) {
  if (frequency !== 'daily' && frequency !== 'hourly') return undefined;
  const days = weekdays.length === 0 ? '* * ?' : `? * ${weekdays.join(',')}`;
  const reading = readCron(`${second} ${minute} ${hour ?? '*'} ${days}`);
  return reading.valid ? reading.expression : undefined;
}

/** The same day of each month, or of each year. */
function* calendarRuns(time: ExecutionTime, timeZone: string, after: Date): Generator<Date> {
  // a time that the clock leaves out may move a run into the next month
  let month = zoned(after, timeZone).toPlainDate().toPlainYearMonth().subtract({ months: 1 });
  for (; ; month = month.add({ months: 1 })) {
    if (time.month !== undefined && time.month !== month.month) continue;
    const day = month.toPlainDate({ day: Math.min(time.day ?? 1, month.daysInMonth) });
    const clock = day.toPlainDateTime({ hour: time.hour ?? 0, minute: time.minute, second: time.second });
    const [run] = instantsOf(clock, timeZone, false);
    if (run !== undefined && run > after.getTime()) yield new Date(run);
  }
}

const zoned = (at: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
