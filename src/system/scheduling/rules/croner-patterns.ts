import type { CronExpression } from '#system/scheduling/rules/cron.ts';
import { FIRST_YEAR, isEveryValue, LAST_YEAR } from '#system/scheduling/rules/cron-field.ts';

const FEBRUARY = 2;
/** `L-n` is one plain day in all months of one length. */
const MONTHS_OF_31 = [1, 3, 5, 7, 8, 10, 12];
const MONTHS_OF_30 = [4, 6, 9, 11];

interface PatternFields {
  readonly day: string;
  readonly months: readonly number[];
  readonly week: string;
  readonly years: readonly number[] | null;
}

/**
 * Our expression in croner's words, as plain lists, because croner reads week loops, `a/n` and `L-n` otherwise or not at
 * all (practice 17.4). `L-n` takes a pattern for each length of month, so there may be several: a run of any is a run of
 * the expression.
 */
export function cronerPatterns(expression: CronExpression): string[] {
  const { days, weekdays, months, years } = expression;
  if (!days) return [pattern(expression, { day: '*', months, week: list(weekdays ?? []), years })];
  const patterns: PatternFields[] = [];
  const inEveryMonth = [
    ...(isEveryValue('day', days.plain) ? ['*'] : days.plain.map(String)),
    ...days.nearestWeekdays.map((day) => `${day}W`),
    ...(days.last ? ['L'] : []),
  ];
  if (inEveryMonth.length > 0) patterns.push({ day: inEveryMonth.join(','), months, week: '*', years });
  // croner takes LW alone only
  if (days.lastWeekday) patterns.push({ day: 'LW', months, week: '*', years });
  for (const before of days.beforeLast) {
    patterns.push(
      ...beforeLastDay(
        31 - before,
        months.filter((month) => MONTHS_OF_31.includes(month)),
        years,
      ),
      ...beforeLastDay(
        30 - before,
        months.filter((month) => MONTHS_OF_30.includes(month)),
        years,
      ),
      ...beforeLastDay(
        29 - before,
        months.filter((month) => month === FEBRUARY),
        someYears(years, isLeapYear),
      ),
      ...beforeLastDay(
        28 - before,
        months.filter((month) => month === FEBRUARY),
        someYears(years, (year) => !isLeapYear(year)),
      ),
    );
  }
  return patterns.map((fields) => pattern(expression, fields));
}

function beforeLastDay(day: number, months: readonly number[], years: readonly number[] | null): PatternFields[] {
  const never = day < 1 || months.length === 0 || years?.length === 0;
  return never ? [] : [{ day: String(day), months, week: '*', years }];
}

function someYears(years: readonly number[] | null, wanted: (year: number) => boolean): readonly number[] {
  const all = years ?? Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, i) => FIRST_YEAR + i);
  return all.filter(wanted);
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function pattern({ seconds, minutes, hours }: CronExpression, fields: PatternFields): string {
  const all = [list(seconds), list(minutes), list(hours), fields.day, list(fields.months), fields.week];
  if (fields.years) all.push(list(fields.years));
  return all.join(' ');
}

function list(values: readonly number[]): string {
  return values.join(',');
}
