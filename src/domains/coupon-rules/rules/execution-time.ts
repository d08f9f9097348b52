import type { Frequency } from '../contract/coupon-rules.ts';

/** When a rule sends within its period, on the clocks of the tenant; what the frequency does not ask for is undefined. */
export interface ExecutionTime {
  readonly month: number | undefined;
  readonly day: number | undefined;
  readonly hour: number | undefined;
  readonly minute: number;
  readonly second: number;
}

const HOUR = '(?<hour>[01][0-9]|2[0-3])';
const MINUTE = '(?<minute>[0-5][0-9])';
const SECOND = '(?<second>[0-5][0-9])';
const DAY = '(?<day>0[1-9]|[12][0-9]|3[01])';
const MONTH = '(?<month>0[1-9]|1[0-2])';

const FORMATS: Readonly<Record<Frequency, RegExp>> = {
  yearly: new RegExp(`^${MONTH}-${DAY} ${HOUR}:${MINUTE}:${SECOND}$`),
  monthly: new RegExp(`^${DAY} ${HOUR}:${MINUTE}:${SECOND}$`),
  daily: new RegExp(`^${HOUR}:${MINUTE}:${SECOND}$`),
  hourly: new RegExp(`^${MINUTE}:${SECOND}$`),
};

/** How it is written (practice 6): what a form shows, and a refusal names. */
export const TIME_PATTERNS: Readonly<Record<Frequency, string>> = {
  yearly: 'MM-dd HH:mm:ss',
  monthly: 'dd HH:mm:ss',
  daily: 'HH:mm:ss',
  hourly: 'mm:ss',
};

/** A leap year: 29 February is a day of some years. */
const LONGEST_YEAR = 2028;

/** Reads an execution time as its frequency writes it (practice 6); undefined for what is none, such as 31 April each year. */
export function readExecutionTime(frequency: Frequency, text: string): ExecutionTime | undefined {
  const groups = FORMATS[frequency].exec(text)?.groups;
  if (!groups) return undefined;
  const part = (name: string): number | undefined => (groups[name] === undefined ? undefined : Number(groups[name]));
  const [month, day] = [part('month'), part('day')];
  if (month !== undefined && (day ?? 0) > new Date(Date.UTC(LONGEST_YEAR, month, 0)).getUTCDate()) return undefined;
  return { month, day, hour: part('hour'), minute: part('minute') ?? 0, second: part('second') ?? 0 };
}
