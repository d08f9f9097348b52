import { isDay, wallText } from '../time/zoned.ts';

/** What a pasted text says: a day, and a time of day where it has one. */
export interface ReadDate {
  readonly day: string;
  /** `HH:mm`; seconds are read and left out. */
  readonly clock?: string | undefined;
  /** Epoch ms, where the text names its own offset. */
  readonly at?: number | undefined;
}

const YEAR_FIRST = /^(?<year>\d{4})\s*[-/.年]\s*(?<month>\d{1,2})\s*[-/.月]\s*(?<day>\d{1,2})\s*日?/;
const UNDIVIDED = /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/;
const YEAR_LAST = /^(?<first>\d{1,2})\s*(?<by>[-/.])\s*(?<second>\d{1,2})\s*[-/.]\s*(?<year>\d{4})(?!\d)/;
const OFFSET = /\s*(?:Z|(?:UTC|GMT)?(?:(?<sign>[+-])(?<hours>\d{1,2})(?::?(?<minutes>\d{2}))?)|UTC|GMT)$/i;
const CLOCK =
  /^(?<before>上午|下午)?\s*(?<hour>\d{1,2})\s*[:时点]\s*(?<minute>\d{2})(?:\s*[:分]\s*(?<second>\d{2})(?:\.\d+)?)?\s*[分秒]?\s*(?<after>[ap]\.?m\.?|上午|下午)?$/i;

/**
 * Reads a date as people write it: `2026-11-22`, `22.11.2026`, `2026/11/22 14:05`, `2026年11月22日`, an ISO instant. With
 * slashes the tenant's order decides which of two small numbers is the day, unless only one of them can be.
 */
export function readDate(
  text: string,
  { timeZone, timeFormat }: { readonly timeZone: string; readonly timeFormat: string },
): ReadDate | undefined {
  const plain = text.normalize('NFKC').trim();
  const found = (YEAR_FIRST.exec(plain) ?? UNDIVIDED.exec(plain) ?? YEAR_LAST.exec(plain)) as Found | null;
  const day = found && dayOf(found.groups, timeFormat.startsWith('MM'));
  if (!found || !day) return undefined;
  const rest = plain.slice(found[0].length).replace(/^[T,\s]+/i, '');
  if (rest === '') return { day };
  const offset = OFFSET.exec(rest) as Found | null;
  const clock = readClock(offset ? rest.slice(0, offset.index) : rest);
  if (clock === undefined) return undefined;
  if (!offset) return { day, clock };
  const at = Date.parse(`${day}T${clock}Z`) - offsetMs(offset.groups);
  const [ownDay = '', ownClock] = wallText(at, timeZone).split('T');
  return { day: ownDay, clock: ownClock, at };
}

/** Reads a time of day as `HH:mm`: `14:05`, `2:05 PM`, `下午2:05`, `14时05分`. */
export function readClock(text: string): string | undefined {
  const groups = (CLOCK.exec(text.normalize('NFKC').trim()) as Found | null)?.groups;
  if (!groups) return undefined;
  const half = groups['before'] ?? groups['after'];
  const [hour, minute, second] = [Number(groups['hour']), Number(groups['minute']), Number(groups['second'] ?? 0)];
  if (minute > 59 || second > 59 || (half ? hour < 1 || hour > 12 : hour > 23)) return undefined;
  const hours = half ? (hour % 12) + (/^[pP下]/.test(half) ? 12 : 0) : hour;
  return `${two(hours)}:${two(minute)}`;
}

type Groups = Readonly<Record<string, string | undefined>>;
type Found = RegExpExecArray & { readonly groups: Groups };

function dayOf(groups: Groups, isMonthFirst: boolean): string | undefined {
  const { year, month, day, first = '', second = '', by } = groups;
  if (month !== undefined && day !== undefined) return existing(year, month, day);
  const dayFirst = existing(year, second, first);
  const monthFirst = existing(year, first, second);
  // with dots the day is first everywhere
  return isMonthFirst && by !== '.' ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst);
}

function existing(year: string | undefined, month: string, day: string): string | undefined {
  const text = `${year}-${two(Number(month))}-${two(Number(day))}`;
  return isDay(text) ? text : undefined;
}

function offsetMs({ sign, hours = '0', minutes = '0' }: Groups): number {
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

const two = (value: number): string => String(value).padStart(2, '0');
