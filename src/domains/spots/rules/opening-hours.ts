import { minutesAfter, type OpeningTime, openingSpans } from '../contract/opening-times.ts';

/** What says whether a spot serves, as it lies in the database. */
interface SpotAtWork {
  readonly status: string | null;
  readonly opening_times: unknown;
}

/** In business, and its doors are open. */
export const servesAt = ({ status, opening_times }: SpotAtWork, now: Date, timeZone: string): boolean =>
  status === 'in_business' && isOpenAt((opening_times ?? []) as readonly OpeningTime[], now, timeZone);

/** Does a spot with these hours sell at this moment of its own clock? Without hours it always does (settled 85). */
export function isOpenAt(times: readonly OpeningTime[], now: Date, timeZone: string): boolean {
  if (times.length === 0) return true;
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const at = ((local.dayOfWeek - 1) * 24 + local.hour) * 60 + local.minute;
  return times.flatMap(openingSpans).some(({ begin, minutes }) => minutesAfter(begin, at) < minutes);
}
