import { addDays, localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import { isQuarter, nextQuarter, quarterOf } from './quarters.ts';

/** A piece of a range of time, as far as sums are kept for it. */
export interface DaySpan {
  /** The day of the tenant in which it lies. */
  readonly day: string;
  readonly isWhole: boolean;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** It begins and ends with a quarter of an hour. */
  readonly isOfQuarters: boolean;
}

/** The days of a range on the clocks of `timeZone`, and the pieces of days at its ends, each cut where quarters of an hour begin. */
export function daySpans(range: { readonly from: Date; readonly to: Date }, timeZone: string): DaySpan[] {
  const spans: DaySpan[] = [];
  let day = localDay(range.from, timeZone);
  for (let begin = startOfDay(day, timeZone); begin < range.to; ) {
    const next = addDays(day, 1);
    const end = startOfDay(next, timeZone);
    if (begin < range.from || end > range.to)
      spans.push(...pieces(day, later(begin, range.from), earlier(end, range.to)));
    // a zone may have left a day out
    else if (begin < end) spans.push({ day, isWhole: true, from: begin, to: end, isOfQuarters: true });
    [day, begin] = [next, end];
  }
  return spans;
}

/** What is left of a day: whole quarters, and what is cut off before and after them. */
function pieces(day: string, from: Date, to: Date): DaySpan[] {
  const [first, last] = [earlier(nextQuarter(from), to), later(quarterOf(to), from)];
  const cuts = first <= last ? [from, first, last, to] : [from, to];
  return cuts
    .slice(1)
    .map((end, index) => ({ begin: cuts[index] as Date, end }))
    .filter(({ begin, end }) => begin < end)
    .map(({ begin, end }) => ({
      ...{ day, isWhole: false, from: begin, to: end, isOfQuarters: isQuarter(begin) && isQuarter(end) },
    }));
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
const later = (one: Date, other: Date): Date => (one > other ? one : other);
