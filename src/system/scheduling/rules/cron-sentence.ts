import type { CronField } from '#system/scheduling/contract/cron.ts';
import { type CronChoices, FIELD_BOUNDS, type FieldChoice, valuesOf } from './cron-choice.ts';
import { isEveryValue, parseField } from './cron-field.ts';

/** Parts of the sentence that describes an expression in words; names of days and months, and lists, belong to the language. */
export interface CronSentence {
  readonly time: TimePhrase;
  readonly days: DayPhrase;
  /** Left out where every one is meant. */
  readonly months: SetPhrase | undefined;
  readonly years: SetPhrase | undefined;
}

export type SetPhrase =
  | { readonly kind: 'list'; readonly values: readonly number[] }
  | { readonly kind: 'span'; readonly from: number; readonly to: number }
  | { readonly kind: 'step'; readonly from: number; readonly step: number };

export type TimePhrase =
  /** `08:00`, with seconds only where there are some. */
  | { readonly kind: 'times'; readonly times: readonly string[] }
  | { readonly kind: 'grain'; readonly grain: GrainPhrase; readonly hours: SetPhrase | undefined };

type GrainPhrase =
  | { readonly kind: 'everySecond' | 'everyMinute' | 'everyHour' }
  | { readonly kind: 'everySeconds' | 'everyMinutes' | 'everyHours'; readonly step: number }
  | { readonly kind: 'atSeconds'; readonly seconds: SetPhrase }
  | { readonly kind: 'atMinutes'; readonly minutes: SetPhrase }
  | { readonly kind: 'everyMinutesAtSeconds'; readonly step: number; readonly seconds: SetPhrase }
  | { readonly kind: 'atSecondsOfMinutes'; readonly seconds: SetPhrase; readonly minutes: SetPhrase };

export type DayPhrase =
  | { readonly kind: 'everyDay' | 'lastDay' | 'lastWeekday' }
  | { readonly kind: 'beforeLastDay'; readonly before: number }
  | { readonly kind: 'nearestWeekday'; readonly day: number }
  | { readonly kind: 'days'; readonly days: SetPhrase }
  | { readonly kind: 'weekdays'; readonly weekdays: SetPhrase }
  /** Several of the above. */
  | { readonly kind: 'mixed'; readonly parts: readonly DayPhrase[] };

/** A sentence lists this many times of day; more are described by their rule. */
const MOST_TIMES = 6;
const SHORTEST_SPAN = 3;

/** Describes a checked expression in parts that any language can put together. */
export function describeCron(choices: CronChoices): CronSentence {
  return {
    time: timeOf(choices),
    days: daysOf(choices),
    months: setOf('month', choices.month),
    years: choices.year.mode === 'every' ? undefined : setOf('year', choices.year),
  };
}

function timeOf(choices: CronChoices): TimePhrase {
  const [hours, minutes, seconds] = (['hours', 'minutes', 'seconds'] as const).map((field) =>
    valuesOf(field, choices[field]),
  ) as [readonly number[], readonly number[], readonly number[]];
  const isFew = hours.length * minutes.length * seconds.length <= MOST_TIMES;
  if (isFew && !isEveryValue('hours', hours)) {
    const times = hours.flatMap((hour) =>
      minutes.flatMap((minute) => seconds.map((second) => clockTime(hour, minute, second))),
    );
    return { kind: 'times', times };
  }
  const hourSet = setOf('hours', choices.hours);
  if (minutes.length === 1 && minutes[0] === 0 && seconds.length === 1 && seconds[0] === 0) {
    if (hourSet?.kind === 'step' && hourSet.from === 0)
      return { kind: 'grain', grain: { kind: 'everyHours', step: hourSet.step }, hours: undefined };
    return { kind: 'grain', grain: { kind: 'everyHour' }, hours: hourSet };
  }
  return { kind: 'grain', grain: grainOf(choices, seconds), hours: hourSet };
}

function grainOf(choices: CronChoices, seconds: readonly number[]): GrainPhrase {
  const minuteSet = setOf('minutes', choices.minutes);
  const secondSet = setOf('seconds', choices.seconds);
  const onTheMinute = seconds.length === 1 && seconds[0] === 0;
  if (!minuteSet) {
    if (!secondSet) return { kind: 'everySecond' };
    if (onTheMinute) return { kind: 'everyMinute' };
    if (secondSet.kind === 'step' && secondSet.from === 0) return { kind: 'everySeconds', step: secondSet.step };
    return { kind: 'atSeconds', seconds: secondSet };
  }
  const step = minuteSet.kind === 'step' && minuteSet.from === 0 ? minuteSet.step : undefined;
  if (onTheMinute) return step ? { kind: 'everyMinutes', step } : { kind: 'atMinutes', minutes: minuteSet };
  const secondsOrAll = secondSet ?? { kind: 'span', from: 0, to: 59 };
  return step
    ? { kind: 'everyMinutesAtSeconds', step, seconds: secondsOrAll }
    : { kind: 'atSecondsOfMinutes', seconds: secondsOrAll, minutes: minuteSet };
}

function daysOf({ day, week }: CronChoices): DayPhrase {
  if (day.mode === 'unset') {
    const weekdays = setOf('week', week);
    return weekdays ? { kind: 'weekdays', weekdays } : { kind: 'everyDay' };
  }
  switch (day.mode) {
    case 'nearestWeekday':
      return { kind: 'nearestWeekday', day: day.day };
    case 'lastWeekday':
      return { kind: 'lastWeekday' };
    case 'lastDay':
      return lastDay(day.before);
    case 'written':
      return mixedDays(day.text);
    default: {
      const days = setOf('day', day);
      return days ? { kind: 'days', days } : { kind: 'everyDay' };
    }
  }
}

const lastDay = (before: number): DayPhrase => (before === 0 ? { kind: 'lastDay' } : { kind: 'beforeLastDay', before });

function mixedDays(text: string): DayPhrase {
  const parsed = parseField('day', text);
  if (!parsed) return { kind: 'everyDay' };
  const { values, special } = parsed;
  const parts: DayPhrase[] = [
    ...(values.length > 0 ? [{ kind: 'days', days: setFrom(values) } as const] : []),
    ...special.nearestWeekdays.map((day) => ({ kind: 'nearestWeekday', day }) as const),
    ...special.beforeLast.map(lastDay),
    ...(special.lastWeekday ? [{ kind: 'lastWeekday' } as const] : []),
    ...(special.last ? [{ kind: 'lastDay' } as const] : []),
  ];
  return parts.length === 1 ? parts[0]! : { kind: 'mixed', parts };
}

/** Nothing where all values are meant. */
function setOf(field: CronField, choice: FieldChoice): SetPhrase | undefined {
  const values = valuesOf(field, choice);
  if (isEveryValue(field, values)) return undefined;
  // weekdays of a loop are better named than counted
  if (choice.mode === 'loop' && field !== 'week') {
    return choice.step === 1
      ? { kind: 'span', from: choice.from, to: FIELD_BOUNDS[field].max }
      : { kind: 'step', from: choice.from, step: choice.step };
  }
  if (choice.mode === 'range') return { kind: 'span', from: choice.from, to: choice.to };
  return setFrom(values);
}

function setFrom(values: readonly number[]): SetPhrase {
  const [first = 0] = values;
  const last = values.at(-1) ?? first;
  const isSpan = values.length >= SHORTEST_SPAN && last - first + 1 === values.length;
  return isSpan ? { kind: 'span', from: first, to: last } : { kind: 'list', values };
}

function clockTime(hour: number, minute: number, second: number): string {
  const parts = second === 0 ? [hour, minute] : [hour, minute, second];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
