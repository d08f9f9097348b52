import { type OpeningTime, openingSpans } from '#domains/spots/contract/opening-times.ts';
import type { GapKind } from '../contract/gap-kinds.ts';

/** Part of time, in epoch milliseconds; `to` does not belong to it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MINUTES = 1_440;

export const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + to - from, 0);

/** What lies in both; each list is in order and without overlaps. */
export function both(some: readonly Span[], others: readonly Span[]): Span[] {
  const shared: Span[] = [];
  let [i, j] = [0, 0];
  while (i < some.length && j < others.length) {
    const [one, other] = [some[i]!, others[j]!];
    const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
    if (from < to) shared.push({ from, to });
    if (one.to < other.to) i += 1;
    else j += 1;
  }
  return shared;
}

/** What lies in the first and not in the second. */
export function without(some: readonly Span[], others: readonly Span[]): Span[] {
  return some.flatMap((one) => {
    const left: Span[] = [];
    let from = one.from;
    for (const other of both([one], others)) {
      if (from < other.from) left.push({ from, to: other.from });
      from = other.to;
    }
    if (from < one.to) left.push({ from, to: one.to });
    return left;
  });
}

/** In order and without overlaps. */
export function joined(spans: readonly Span[]): Span[] {
  const result: { from: number; to: number }[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else result.push({ ...span });
  }
  return result;
}

/** When a spot with these hours was open within [from, to), on the clocks of `timeZone`; always, where it has none (settled 85). */
export function openSpans(times: readonly OpeningTime[], { from, to }: Span, timeZone: string): Span[] {
  if (times.length === 0) return from < to ? [{ from, to }] : [];
  const spans = times.flatMap(openingSpans);
  const first = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone).toPlainDate();
  const last = Temporal.Instant.fromEpochMilliseconds(to).toZonedDateTimeISO(timeZone).toPlainDate();
  const found: Span[] = [];
  // a window of the evening before may reach into the first day
  for (let day = first.subtract({ days: 1 }); Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 }))
    for (const { begin, minutes } of spans) {
      if (Math.floor(begin / DAY_MINUTES) + 1 !== day.dayOfWeek) continue;
      const opens = day.toPlainDateTime().add({ minutes: begin % DAY_MINUTES });
      const [opened, closed] = [opens, opens.add({ minutes })].map(
        (at) => at.toZonedDateTime(timeZone).epochMilliseconds,
      );
      found.push({ from: opened ?? 0, to: closed ?? 0 });
    }
  return both(joined(found.filter((span) => span.from < span.to)), [{ from, to }]);
}

/** When a device was online within [from, to). `changes` are in time order; the newest before `from` gives the state at its beginning. */
export function onlineSpans(
  changes: readonly { readonly online: boolean; readonly at: Date }[],
  { from, to }: Span,
): Span[] {
  return joined(
    changes.flatMap((change, index) => {
      if (!change.online) return [];
      const span = {
        from: Math.max(from, change.at.getTime()),
        to: Math.min(to, changes[index + 1]?.at.getTime() ?? to),
      };
      return span.from < span.to ? [span] : [];
    }),
  );
}

/** The local hour of the day for each quarter of an hour of a window: hours of all zones begin on one. */
export interface HoursOfDay {
  readonly from: number;
  readonly hours: readonly number[];
}

export function hoursOfDay({ from, to }: Span, timeZone: string): HoursOfDay {
  const begin = from - (((from % QUARTER_MS) + QUARTER_MS) % QUARTER_MS);
  const count = Math.ceil((to - begin) / QUARTER_MS);
  const hours = Array.from(
    { length: count },
    (_, index) => Temporal.Instant.fromEpochMilliseconds(begin + index * QUARTER_MS).toZonedDateTimeISO(timeZone).hour,
  );
  return { from: begin, hours };
}

/** Milliseconds of the spans in each hour of the day. */
export function byHour(spans: readonly Span[], { from: begin, hours }: HoursOfDay): number[] {
  const sums = Array.from({ length: 24 }, () => 0);
  for (const { from, to } of spans)
    for (let at = from; at < to; ) {
      const index = Math.floor((at - begin) / QUARTER_MS);
      const next = Math.min(to, begin + (index + 1) * QUARTER_MS);
      const hour = hours[index] ?? 0;
      sums[hour] = (sums[hour] ?? 0) + next - at;
      at = next;
    }
  return sums;
}

/** A time in which a robot could not sell while its spot was open. */
export interface Gap {
  readonly kind: GapKind;
  readonly span: Span;
  /** The part of it that cost time to sell, and that no other gap has. */
  readonly lost: readonly Span[];
}

/** The gaps of a robot: `open` less all that they lost is when it could sell. One that costs nothing is none. */
export function gapsIn(
  open: readonly Span[],
  { away, faults }: { readonly away: readonly Span[]; readonly faults: readonly Span[] },
): Gap[] {
  const online = without(open, away);
  const found = (kind: Gap['kind'], spans: readonly Span[], from: readonly Span[]): Gap[] =>
    spans.map((span) => ({ kind, span, lost: both([span], from) })).filter(({ lost }) => lost.length > 0);
  return [...found('offline', away, open), ...found('fault', faults, online)];
}

/** Whole numbers for parts of a sum, which add up to the sum as it is rounded. */
export function inWholes(parts: readonly number[], round: (sum: number) => number = Math.round): number[] {
  let [sum, told] = [0, 0];
  return parts.map((part) => {
    sum += part;
    const before = told;
    told = round(sum);
    return told - before;
  });
}

/**
 * What was not sold while it could not be, in minor units and not rounded yet: for each hour of the day, what was sold per sellable time of that hour in the
 * weeks before, times how long it could not be sold. An hour in which nothing could be sold then has no price.
 */
export function lostSales(
  lostMs: readonly number[],
  sold: { readonly minor: readonly number[]; readonly sellableMs: readonly number[] },
): number {
  return lostMs.reduce((sum, ms, hour) => {
    const time = sold.sellableMs[hour] ?? 0;
    return time > 0 ? sum + (ms * (sold.minor[hour] ?? 0)) / time : sum;
  }, 0);
}
