import { busyness, type Rhythm } from '#apps/simulator/customers/business-day.ts';
import type { Random } from '#apps/simulator/world/random.ts';
import { addDays, localDay, startOfDay } from '#platform/time/rules/local-day.ts';

export interface PastSpot {
  readonly id: string;
  readonly rhythm: Rhythm;
  readonly ordersPerDay: number;
}

/** When somebody came, and where to. */
export interface PastMoment {
  readonly day: string;
  readonly at: Date;
  readonly spotId: string;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Nothing that was sold after this is told, so that every story has come to its end. */
const SILENT_BEFORE_NOW = 45 * 60_000;
/** Share of today's business with which the history begins. */
const BEGAN_WITH = 0.6;

/** The last `days` days of a tenant by its own clock, today included, oldest customer first. */
export function pastMoments(
  spots: readonly PastSpot[],
  { days, timeZone, now }: { days: number; timeZone: string; now: Date },
  random: Random,
): PastMoment[] {
  const first = addDays(localDay(now, timeZone), 1 - days);
  const until = now.getTime() - SILENT_BEFORE_NOW;
  return Array.from({ length: days }, (_, index) => addDays(first, index)).flatMap((day) => {
    const start = startOfDay(day, timeZone).getTime();
    const age = Math.max(0, now.getTime() - start) / DAY;
    const growth = 1 - ((1 - BEGAN_WITH) * age) / days;
    return spots
      .flatMap((spot) =>
        customersOf(spot, start, timeZone, growth, random.stream(`${day}/${spot.rhythm}/${spot.ordersPerDay}`)).map(
          (at) => ({ day, at, spotId: spot.id }),
        ),
      )
      .filter(({ at }) => at.getTime() < until)
      .sort((a, b) => a.at.getTime() - b.at.getTime());
  });
}

/** When customers came to one spot on one day, by its clock; no day is like the other. */
function customersOf(
  { rhythm, ordersPerDay }: PastSpot,
  start: number,
  timeZone: string,
  growth: number,
  random: Random,
): Date[] {
  const hours = Array.from({ length: 24 }, (_, index) => start + index * HOUR);
  const busy = hours.map((hour) => busyness(new Date(hour), timeZone, rhythm));
  const total = busy.reduce((sum, value) => sum + value, 0);
  const mood = 0.9 + random.next() * 0.2;
  return Array.from({ length: Math.round((ordersPerDay * growth * mood * total) / 24) }, () => {
    let left = random.next() * total;
    const index = busy.findIndex((value) => {
      left -= value;
      return left < 0;
    });
    return new Date(hours[Math.max(0, index)]! + random.integer(0, HOUR - 1));
  });
}
