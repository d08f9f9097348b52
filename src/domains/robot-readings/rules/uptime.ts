import { isOpenAt } from '#domains/spots/rules/opening-hours.ts';
import type { OpeningTime } from '#domains/spots/contract/opening-times.ts';

export interface PresenceSpan {
  readonly online: boolean;
  readonly from: Date;
  readonly to: Date;
}

const STEP_MS = 60_000;

/**
 * Spans of being there and away within [from, to), oldest first. `changes` are in time order, the newest one before `from`
 * gives the state at its beginning; without one it was away.
 */
export function presenceSpans(
  changes: readonly { readonly online: boolean; readonly at: Date }[],
  from: Date,
  to: Date,
): PresenceSpan[] {
  const spans: PresenceSpan[] = [];
  let [begin, online] = [from, false];
  for (const change of changes) {
    if (change.at >= to) break;
    if (change.at > begin && change.online !== online) {
      spans.push({ online, from: begin, to: change.at });
      begin = change.at;
    }
    online = change.online;
  }
  if (to > begin) spans.push({ online, from: begin, to });
  return spans;
}

/**
 * Share of [from, to) that a device was online while its spot was open, minute by minute on the clock of `timeZone`; null where
 * the spot was never open in it, or has no hours (practice 10.2, settled 85).
 */
export function uptimeWhileOpen(
  spans: readonly PresenceSpan[],
  times: readonly OpeningTime[],
  timeZone: string,
): number | null {
  if (times.length === 0) return null;
  let [open, online] = [0, 0];
  for (const span of spans) {
    for (let at = span.from.getTime(); at < span.to.getTime(); at = nextStep(at)) {
      const length = Math.min(nextStep(at), span.to.getTime()) - at;
      if (!isOpenAt(times, new Date(at), timeZone)) continue;
      open += length;
      if (span.online) online += length;
    }
  }
  return open === 0 ? null : online / open;
}

/** Opening hours change at whole minutes; a quarter of an hour is enough for a share of days. */
const QUARTER_MS = 15 * STEP_MS;
const nextStep = (at: number): number => at - (at % QUARTER_MS) + QUARTER_MS;
