const PER_ROBOT_MS = 5;
const LEAST_MS = 1_000;
const MOST_MS = 15_000;

/**
 * How often at most a fleet is asked for while its robots report. Who asks of all robots pays for all of them, and a large fleet never
 * rests: the time between two questions grows with it, so that somebody who watches costs the same whatever its size.
 */
export function watchEveryMs(robots = 0): number {
  return Math.min(MOST_MS, Math.max(LEAST_MS, robots * PER_ROBOT_MS));
}
