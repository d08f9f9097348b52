import type { CronField } from '#system/scheduling/contract/cron.ts';

/** What the day field adds to plain days. `beforeLast` holds the n of each `L-n`. */
export interface SpecialDays {
  readonly last: boolean;
  readonly lastWeekday: boolean;
  readonly nearestWeekdays: readonly number[];
  readonly beforeLast: readonly number[];
}

/** Ascending values without repetition. In the week field Monday is 1 and Sunday 7. */
export interface FieldValues {
  readonly values: readonly number[];
  readonly special: SpecialDays;
}

interface FieldLaw {
  readonly min: number;
  readonly max: number;
  readonly names?: Readonly<Record<string, number>>;
}

const MONTHS = namesFrom(1, ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']);
// SUN = 0 to SAT = 6 (practice 17.2); as a number Sunday is 0 or 7
const WEEKDAYS = namesFrom(0, ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']);

/** Years beyond are refused rather than searched. */
export const FIRST_YEAR = 1970;
export const LAST_YEAR = 2199;

const LAWS: Readonly<Record<CronField, FieldLaw>> = {
  seconds: { min: 0, max: 59 },
  minutes: { min: 0, max: 59 },
  hours: { min: 0, max: 23 },
  day: { min: 1, max: 31 },
  month: { min: 1, max: 12, names: MONTHS },
  week: { min: 1, max: 7, names: WEEKDAYS },
  year: { min: FIRST_YEAR, max: LAST_YEAR },
};
const SUNDAY = 7;
const LONGEST_MONTH = 31;

/** Whether these are all values of the field, as `*` means. */
export function isEveryValue(field: CronField, values: readonly number[]): boolean {
  return values.length === LAWS[field].max - LAWS[field].min + 1;
}

/** The values of one field, upper case, in the grammar of practice 17.2; `null` for a text that is none. `?` is not known here. */
export function parseField(field: CronField, text: string): FieldValues | null {
  const found = new Set<number>();
  const special = { last: false, lastWeekday: false, nearestWeekdays: [] as number[], beforeLast: [] as number[] };
  const items = text.split(',');
  for (const item of items) {
    const values = parseItem(field, item, items.length === 1);
    if (values) for (const value of values) found.add(value);
    else if (field !== 'day' || !parseSpecialDay(item, special)) return null;
  }
  return { values: [...found].sort((a, b) => a - b), special };
}

function parseItem(field: CronField, item: string, alone: boolean): readonly number[] | null {
  const law = LAWS[field];
  if (item === '*') return alone ? span(law.min, law.max) : null;
  const step = item.split('/');
  if (step.length === 2) return parseStep(field, step[0] ?? '', step[1] ?? '');
  const ends = item.split('-');
  if (ends.length === 2) return parseRange(field, ends[0] ?? '', ends[1] ?? '');
  const value = parseValue(field, item);
  return value === null ? null : [inField(field, value)];
}

/** `a/n` and `*` with a step: from a to the end of the field; the next period begins afresh. */
function parseStep(field: CronField, from: string, step: string): readonly number[] | null {
  const law = LAWS[field];
  const start = from === '*' ? law.min : parseValue(field, from);
  if (start === null || !/^\d{1,4}$/.test(step) || Number(step) === 0) return null;
  const values: number[] = [];
  for (let value = inField(field, start); value <= law.max; value += Number(step)) values.push(value);
  return values;
}

/** Only a range of weekdays may run over the end of its field: `6-1` is Saturday to Monday. */
function parseRange(field: CronField, from: string, to: string): readonly number[] | null {
  const first = parseValue(field, from);
  const last = parseValue(field, to);
  if (first === null || last === null || (first > last && field !== 'week')) return null;
  const values = first <= last ? span(first, last) : [...span(first, LAWS[field].max), ...span(LAWS[field].min, last)];
  return values.map((value) => inField(field, value));
}

function parseValue(field: CronField, text: string): number | null {
  const law = LAWS[field];
  const named = law.names?.[text];
  if (named !== undefined) return named;
  if (!/^\d{1,4}$/.test(text)) return null;
  const value = Number(text);
  const least = field === 'week' ? 0 : law.min;
  return value >= least && value <= law.max ? value : null;
}

/** 0 is Sunday too. */
function inField(field: CronField, value: number): number {
  return field === 'week' && value === 0 ? SUNDAY : value;
}

function parseSpecialDay(
  item: string,
  special: { last: boolean; lastWeekday: boolean; nearestWeekdays: number[]; beforeLast: number[] },
): boolean {
  const before = /^L-(\d{1,2})$/.exec(item);
  const nearest = /^(\d{1,2})W$/.exec(item);
  if (item === 'L') special.last = true;
  else if (item === 'LW') special.lastWeekday = true;
  else if (before && Number(before[1]) >= 1 && Number(before[1]) < LONGEST_MONTH)
    special.beforeLast.push(Number(before[1]));
  else if (nearest && Number(nearest[1]) >= 1 && Number(nearest[1]) <= LONGEST_MONTH)
    special.nearestWeekdays.push(Number(nearest[1]));
  else return false;
  return true;
}

function span(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
}

function namesFrom(first: number, names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(names.map((name, i) => [name, first + i]));
}
