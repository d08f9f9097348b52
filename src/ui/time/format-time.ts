/** Which part of the tenant's time format is shown. */
export type TimePart = 'second' | 'minute' | 'day' | 'clock' | 'clockSecond';

export interface TimeStyle {
  /** IANA name, such as `Europe/Oslo`. */
  readonly timeZone: string;
  /** The tenant's pattern, such as `dd.MM.yyyy HH:mm:ss`. */
  readonly timeFormat: string;
  readonly language: string;
}

const zoneFormatters = new Map<string, Intl.DateTimeFormat>();

/** Making a `DateTimeFormat` costs 46 µs, using a cached one 1 µs (ux-guide 11). */
export function cachedDateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${Object.entries(options).join()}`;
  const cached = zoneFormatters.get(key);
  if (cached) return cached;
  const made = new Intl.DateTimeFormat(language, options);
  zoneFormatters.set(key, made);
  return made;
}

export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** What the wall clock of a zone shows at an instant (epoch milliseconds). */
export function wallClock(at: number, timeZone: string): WallClock {
  // A time is mostly shown twice, in its cell and in its tooltip.
  if (newest?.at === at && newest.timeZone === timeZone) return newest.clock;
  const format = cachedDateFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const found: Record<string, number> = {};
  for (const part of format.formatToParts(at)) found[part.type] = Number(part.value);
  const clock = found as unknown as WallClock;
  newest = { at, timeZone, clock };
  return clock;
}

let newest: { at: number; timeZone: string; clock: WallClock } | undefined;

const two = (value: number): string => String(value).padStart(2, '0');

/** All five patterns of the tenant settings are made of these letters. */
export const PATTERN_LETTERS = /yyyy|MM|dd|HH|hh|mm|ss|a/g;

/** The tenant's format at the wanted part. */
export function formatTime(at: number, style: TimeStyle, part: TimePart = 'minute'): string {
  const clock = wallClock(at, style.timeZone);
  return patternOf(style, part).replace(PATTERN_LETTERS, (letter) => {
    if (letter === 'yyyy') return String(clock.year);
    if (letter === 'MM') return two(clock.month);
    if (letter === 'dd') return two(clock.day);
    if (letter === 'HH') return two(clock.hour);
    if (letter === 'hh') return two(clock.hour % 12 || 12);
    if (letter === 'mm') return two(clock.minute);
    if (letter === 'ss') return two(clock.second);
    const [morning, afternoon] = isChinese(style.language) ? ['上午', '下午'] : ['AM', 'PM'];
    return clock.hour < 12 ? morning : afternoon;
  });
}

/** The letters of a part in the order in which they are read; Chinese says morning or afternoon before the hour. */
export function patternOf({ timeFormat, language }: Omit<TimeStyle, 'timeZone'>, part: TimePart): string {
  const [day = timeFormat, ...rest] = timeFormat.split(' ');
  if (part === 'day') return day;
  const seconds = rest.join(' ');
  const inOrder = isChinese(language) ? seconds.replace(/^(.*) a$/, 'a$1') : seconds;
  const clock = part === 'second' || part === 'clockSecond' ? inOrder : inOrder.replace(':ss', '');
  return part === 'clock' || part === 'clockSecond' ? clock : `${day} ${clock}`;
}

const isChinese = (language: string): boolean => language.startsWith('zh');

/** Short name of the zone at an instant, such as `GMT+1`. */
export function zoneName(at: number, timeZone: string, language: string): string {
  // Clocks are changed at a quarter of an hour, so all its instants share the name.
  const key = `${Math.floor(at / QUARTER_MS)} ${timeZone} ${language}`;
  const known = zoneNames.get(key);
  if (known !== undefined) return known;
  const parts = cachedDateFormat(language, { timeZone, timeZoneName: 'short' }).formatToParts(at);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
  if (zoneNames.size >= ZONE_NAMES_MAX) zoneNames.clear();
  zoneNames.set(key, name);
  return name;
}

const QUARTER_MS = 900_000;
const ZONE_NAMES_MAX = 1_000;
const zoneNames = new Map<string, string>();

/** The zone's offset at an instant, the same in every language: `GMT+1`. */
export function zoneOffset(at: number, timeZone: string): string {
  const parts = cachedDateFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
}

/** Does the reader's own clock show something else at this instant? Then the zone is named (ux-guide 11). */
export function isForeignZone(at: number, timeZone: string): boolean {
  const own = cachedDateFormat('en-US', {}).resolvedOptions().timeZone;
  if (own === timeZone) return false;
  const [here, there] = [wallClock(at, own), wallClock(at, timeZone)];
  return here.hour !== there.hour || here.minute !== there.minute || here.day !== there.day;
}

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
/** How long something lasts: "14 min", "3 hr"; under a minute "<1 min". Instants in epoch milliseconds. */
export function formatLength(from: number, now: number, language: string): string {
  const seconds = Math.max(0, now - from) / 1000;
  const [unit, length] = STEPS.find(([, step]) => seconds >= step) ?? ['minute', 60];
  const count = Math.floor(seconds / length);
  const key = `${language} ${unit}`;
  const format = lengthFormatters.get(key) ?? new Intl.NumberFormat(language, { style: 'unit', unit });
  lengthFormatters.set(key, format);
  return (count === 0 ? '<' : '') + format.format(count || 1);
}

const lengthFormatters = new Map<string, Intl.NumberFormat>();

const relativeFormatters = new Map<string, Intl.RelativeTimeFormat>();

/** What the language says of a moment ago where its word for now means this very moment. */
const JUST_NOW: Readonly<Record<string, string>> = { 'zh-CN': '刚刚' };

/** "14 min ago", "in 3 hr"; under a minute "now". */
export function formatRelative(at: number, now: number, language: string): string {
  let format = relativeFormatters.get(language);
  if (!format) {
    format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
    relativeFormatters.set(language, format);
  }
  const seconds = Math.round((at - now) / 1000);
  const [unit, length] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? ['second', 1];
  if (unit === 'second') return JUST_NOW[language] ?? format.format(0, 'second');
  return format.format(Math.trunc(seconds / length), unit);
}
