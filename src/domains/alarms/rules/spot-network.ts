/** How the robots of a spot stand, as far as their connection goes. Robots that never connected are not among them. */
export interface SpotRobots {
  readonly all: number;
  /** When each of those fell silent that do not answer. */
  readonly silentSince: readonly Date[];
}

export interface ActiveNetworkAlarm {
  /** How many lie under it and how many of them still do not answer. */
  readonly parts: number;
  readonly silentParts: number;
  /** When the last one came back; null where none has. */
  readonly lastBackAt: Date | null;
}

export type NetworkVerdict = 'down' | 'hold' | 'over' | 'released' | 'none';

const MINUTE_MS = 60_000;
/** Fewer robots may fall silent together by coincidence. */
const FEWEST = 3;
const SHARE = 0.5;
/** What falls silent within this time of the newest one has one cause. */
export const TOGETHER_MS = 10 * MINUTE_MS;
/** The others come back within this time, or have a matter of their own. */
const BACK_WITHIN_MS = 5 * MINUTE_MS;

/** Whether a robot fell silent together with the newest one. */
export const isTogether = (since: Date, newest: Date): boolean => newest.getTime() - since.getTime() <= TOGETHER_MS;

/**
 * Whether the network of a spot is down (one cause, one alarm): at least three robots, and at least half of those that were
 * there, have fallen silent within ten minutes. It is over when all of them answer; those that still do not five minutes after
 * most came back are let go, each with an alarm of its own.
 */
export function networkVerdict(robots: SpotRobots, active: ActiveNetworkAlarm | undefined, now: Date): NetworkVerdict {
  if (active) {
    if (active.silentParts === 0) return 'over';
    const most = active.silentParts < active.parts * SHARE;
    const isLate = active.lastBackAt !== null && now.getTime() - active.lastBackAt.getTime() >= BACK_WITHIN_MS;
    return most && isLate ? 'released' : 'hold';
  }
  const newest = robots.silentSince.reduce((last, at) => (at > last ? at : last), new Date(0));
  const together = robots.silentSince.filter((at) => isTogether(at, newest)).length;
  const before = robots.silentSince.length - together;
  return together >= FEWEST && together >= (robots.all - before) * SHARE ? 'down' : 'none';
}
