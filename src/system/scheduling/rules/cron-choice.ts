import { CRON_FIELDS, type CronField } from '#system/scheduling/contract/cron.ts';
import { readCron } from './cron.ts';
import { FIRST_YEAR, isEveryValue, LAST_YEAR, parseField } from './cron-field.ts';

/** What the editor's tab of one field says. */
export type FieldChoice =
  | { readonly mode: 'unset' }
  | { readonly mode: 'every' }
  | { readonly mode: 'range'; readonly from: number; readonly to: number }
  /** From a value to the end of the field, every `step`. */
  | { readonly mode: 'loop'; readonly from: number; readonly step: number }
  | { readonly mode: 'nearestWeekday'; readonly day: number }
  /** `before` days before the last one of the month. */
  | { readonly mode: 'lastDay'; readonly before: number }
  | { readonly mode: 'lastWeekday' }
  | { readonly mode: 'specify'; readonly values: readonly number[] }
  /** A mixture that no tab can say, such as `1,L`; it stays as it was written. */
  | { readonly mode: 'written'; readonly text: string };

export type FieldMode = Exclude<FieldChoice['mode'], 'written'>;
export type CronChoices = Readonly<Record<CronField, FieldChoice>>;

const EACH: readonly FieldMode[] = ['every', 'range', 'loop', 'specify'];
/** The modes of each tab (platform.md 2, system-api 6.7). */
export const FIELD_MODES: Readonly<Record<CronField, readonly FieldMode[]>> = {
  seconds: EACH,
  minutes: EACH,
  hours: EACH,
  day: ['unset', 'every', 'range', 'loop', 'nearestWeekday', 'lastWeekday', 'lastDay', 'specify'],
  month: EACH,
  week: ['unset', 'range', 'loop', 'specify'],
  year: EACH,
};

/** Least and greatest value of a field, and the greatest step of its loops (platform.md 5). */
export const FIELD_BOUNDS: Readonly<Record<CronField, { min: number; max: number; maxStep: number }>> = {
  seconds: { min: 0, max: 59, maxStep: 59 },
  minutes: { min: 0, max: 59, maxStep: 59 },
  hours: { min: 0, max: 23, maxStep: 23 },
  day: { min: 1, max: 31, maxStep: 31 },
  month: { min: 1, max: 12, maxStep: 12 },
  week: { min: 1, max: 7, maxStep: 7 },
  year: { min: FIRST_YEAR, max: LAST_YEAR, maxStep: 100 },
};
/** Days that may lie before the last one: `L-30` is the first day of a long month. */
export const MOST_DAYS_BEFORE_LAST = 30;

const EVERY_WEEKDAY: FieldChoice = { mode: 'range', from: 1, to: 7 };
const UNSET: FieldChoice = { mode: 'unset' };
const EVERY: FieldChoice = { mode: 'every' };

/** Reads an expression into its tabs; nothing for one that the scheduler would refuse. */
export function choicesOf(text: string): CronChoices | undefined {
  const reading = readCron(text);
  if (!reading.valid) return undefined;
  const written = reading.expression.normalised.split(' ');
  const entries = CRON_FIELDS.map((field, at) => [field, choiceOf(field, written[at] ?? '*')] as const);
  return Object.fromEntries(entries) as Record<CronField, FieldChoice>;
}

function choiceOf(field: CronField, text: string): FieldChoice {
  if (text === '?') return UNSET;
  if (text === '*') return field === 'week' ? EVERY_WEEKDAY : EVERY;
  if (text === 'L') return { mode: 'lastDay', before: 0 };
  if (text === 'LW') return { mode: 'lastWeekday' };
  const before = /^L-(\d+)$/.exec(text);
  if (before) return { mode: 'lastDay', before: Number(before[1]) };
  const nearest = /^(\d+)W$/.exec(text);
  if (nearest) return { mode: 'nearestWeekday', day: Number(nearest[1]) };
  const ends = text.split('-');
  if (ends.length === 2) {
    const [from, to] = ends.map((end) => singleValue(field, end));
    if (from !== undefined && to !== undefined) return { mode: 'range', from, to };
  }
  const [start, step] = text.split('/');
  if (start !== undefined && step !== undefined && !text.includes(',')) {
    const from = start === '*' ? FIELD_BOUNDS[field].min : singleValue(field, start);
    if (from !== undefined) return { mode: 'loop', from, step: Number(step) };
  }
  const parsed = parseField(field, text);
  const { last, lastWeekday, nearestWeekdays, beforeLast } = parsed?.special ?? NOTHING_SPECIAL;
  const isPlain = parsed && !last && !lastWeekday && nearestWeekdays.length + beforeLast.length === 0;
  return isPlain ? { mode: 'specify', values: parsed.values } : { mode: 'written', text };
}

const NOTHING_SPECIAL = { last: false, lastWeekday: false, nearestWeekdays: [], beforeLast: [] };

function singleValue(field: CronField, text: string): number | undefined {
  return text.includes(',') ? undefined : parseField(field, text)?.values[0];
}

interface WritingOptions {
  /** What is written over: with six fields it keeps them, as far as the year is every one. */
  readonly instead?: string;
  readonly hideYear?: boolean;
}

/** Seven fields, as the editor gives them (system-api 6.7), or six where nobody says a year. */
export function writeCron(choices: CronChoices, { instead = '', hideYear = false }: WritingOptions = {}): string {
  const isShort = choices.year.mode === 'every' && (hideYear || instead.trim().split(/\s+/).length === 6);
  return CRON_FIELDS.filter((field) => !(isShort && field === 'year'))
    .map((field) => writeField(choices[field]))
    .join(' ');
}

function writeField(choice: FieldChoice): string {
  switch (choice.mode) {
    case 'unset':
      return '?';
    case 'every':
      return '*';
    case 'range':
      return `${choice.from}-${choice.to}`;
    case 'loop':
      return `${choice.from}/${choice.step}`;
    case 'nearestWeekday':
      return `${choice.day}W`;
    case 'lastDay':
      return choice.before === 0 ? 'L' : `L-${choice.before}`;
    case 'lastWeekday':
      return 'LW';
    case 'specify':
      return choice.values.join(',');
    case 'written':
      return choice.text;
  }
}

/** What a tab says first when a mode is chosen there. */
export function firstChoice(field: CronField, mode: FieldMode, currentYear: number): FieldChoice {
  const { min, max } = FIELD_BOUNDS[field];
  const first = field === 'year' ? currentYear : min;
  switch (mode) {
    case 'unset':
      return UNSET;
    case 'every':
      return EVERY;
    case 'range':
      return { mode, from: first, to: field === 'year' ? first + 1 : Math.min(max, first + 1) };
    case 'loop':
      return { mode, from: first, step: 1 };
    case 'nearestWeekday':
      return { mode, day: 1 };
    case 'lastDay':
      return { mode, before: 0 };
    case 'lastWeekday':
      return { mode };
    case 'specify':
      return { mode, values: [first] };
  }
}

/** Coarser fields first: choosing one fills what is finer and says "every" with its first value (system-api 6.7). */
const COARSE_TO_FINE = ['year', 'month', 'day', 'hours', 'minutes', 'seconds'] as const;

/**
 * Puts a choice into its tab. Day and week exclude each other, and one of them is always set; a restricted field makes
 * "every" of all finer ones their first value, so that "at 8 o'clock" is not every second of that hour.
 */
export function choose(choices: CronChoices, field: CronField, choice: FieldChoice): CronChoices {
  const next: Record<CronField, FieldChoice> = { ...choices, [field]: choice };
  if (field === 'day') {
    if (choice.mode !== 'unset') next.week = UNSET;
    else if (next.week.mode === 'unset') next.week = EVERY_WEEKDAY;
  }
  if (field === 'week') next.day = choice.mode === 'unset' ? EVERY : UNSET;
  if (isEvery(field, choice) || choice.mode === 'unset') return next;
  const from = COARSE_TO_FINE.indexOf(field === 'week' ? 'day' : field);
  for (const finer of COARSE_TO_FINE.slice(from + 1)) fillFirst(next, finer);
  return next;
}

function fillFirst(next: Record<CronField, FieldChoice>, field: (typeof COARSE_TO_FINE)[number]): void {
  const values = [FIELD_BOUNDS[field].min];
  if (field !== 'day' || next.day.mode !== 'unset') {
    if (isEvery(field, next[field])) next[field] = { mode: 'specify', values };
  } else if (isEvery('week', next.week)) next.week = { mode: 'specify', values };
}

function isEvery(field: CronField, choice: FieldChoice): boolean {
  if (choice.mode === 'every') return true;
  if (field === 'year' || choice.mode === 'unset') return false;
  const parsed = parseField(field, writeField(choice));
  return parsed !== null && isEveryValue(field, parsed.values);
}

/** The plain values of a choice, ascending; none where days depend on the month. */
export function valuesOf(field: CronField, choice: FieldChoice): readonly number[] {
  return choice.mode === 'unset' ? [] : (parseField(field, writeField(choice))?.values ?? []);
}
