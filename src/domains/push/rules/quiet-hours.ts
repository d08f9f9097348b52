import { addDays, localDay, startOfDay, wallClock } from '#platform/time/rules/local-day.ts';

const FROM_HOUR = 9;
const TO_HOUR = 21;
const HOUR_MS = 3_600_000;

/**
 * When a message with an offer may leave: at once from 09:00 to 21:00 on the tenant's clock, else at the next 09:00 (practice 14).
 * `undefined`: at once.
 */
export function afterQuietHours(now: Date, timeZone: string): Date | undefined {
  const hour = Number(/(\d\d):\d\d/.exec(wallClock(now, timeZone))?.[1] ?? FROM_HOUR);
  if (hour >= FROM_HOUR && hour < TO_HOUR) return undefined;
  const today = localDay(now, timeZone);
  const day = hour < FROM_HOUR ? today : addDays(today, 1);
  return nineOClock(day, timeZone);
}

/** Days of 23 or 25 hours begin at midnight all the same. */
function nineOClock(day: string, timeZone: string): Date {
  const guess = new Date(startOfDay(day, timeZone).getTime() + FROM_HOUR * HOUR_MS);
  const hour = Number(/(\d\d):\d\d/.exec(wallClock(guess, timeZone))?.[1] ?? FROM_HOUR);
  return new Date(guess.getTime() + (FROM_HOUR - hour) * HOUR_MS);
}
