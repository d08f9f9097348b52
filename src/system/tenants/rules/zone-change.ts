import { addDays, localDay, startOfDay } from '#platform/time/rules/local-day.ts';

/** From when a zone counts: now, or from an instant on. */
export type ZoneChange =
  | { readonly timeZone: string; readonly next: null; readonly at: null }
  | { readonly timeZone: string; readonly next: string; readonly at: Date };

/**
 * A chosen zone counts from the next midnight of the zone so far, so that no day has two beginnings; the first choice of all
 * counts at once (security 17.2, settled 128).
 */
export function zoneChange(choice: { current: string; chosen: string; isFirst: boolean; now: Date }): ZoneChange {
  const { current, chosen, isFirst, now } = choice;
  if (chosen === current || isFirst) return { timeZone: chosen, next: null, at: null };
  return { timeZone: current, next: chosen, at: startOfDay(addDays(localDay(now, current), 1), current) };
}
