import type { Random } from '../world/random.ts';
import { busyness, type Rhythm } from './business-day.ts';

export interface Place {
  readonly rhythm: Rhythm;
  readonly timeZone: string;
  /** Mean over a weekday. */
  readonly customersPerHour: number;
}

export interface Arrival {
  readonly afterMs: number;
  /** Asked when the time has come: whether somebody is there then. */
  comes(at: Date): boolean;
}

const HOUR_MS = 3_600_000;
/** No hour is busier than this many times the mean. */
const HIGHEST = 3;

/**
 * The next customer of a spot. By day they come by chance: a Poisson stream whose rate follows the clock, candidates at the
 * highest rate, thinned by how busy it is. Where it is never quiet they come one behind the other, so that something happens in
 * every minute of the night.
 */
export function nextArrival(place: Place, now: Date, random: Random): Arrival {
  const { rhythm, timeZone, customersPerHour } = place;
  if (rhythm === 'dayAndNight') {
    const meanMs = HOUR_MS / (customersPerHour * busyness(now, timeZone, rhythm));
    return { afterMs: meanMs * (0.9 + random.next() * 0.2), comes: () => true };
  }
  return {
    afterMs: random.exponential(HOUR_MS / (customersPerHour * HIGHEST)),
    comes: (at) => random.chance(busyness(at, timeZone, rhythm) / HIGHEST),
  };
}
