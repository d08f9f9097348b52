/** Wrong proofs at one machine, whoever tried. */
export interface Misses {
  readonly count: number;
  readonly since: Date | null;
}

const WINDOW_MS = 3_600_000;
/** Four digits are soon guessed by many hands: from then on the pickup code opens nothing at this machine for the rest of the hour. */
export const MOST_MISSES = 40;

const within = ({ since }: Misses, now: Date): boolean => since !== null && now.getTime() - since.getTime() < WINDOW_MS;

/** The count after one more. */
export const afterMiss = (misses: Misses, now: Date): Misses =>
  within(misses, now) ? { ...misses, count: misses.count + 1 } : { count: 1, since: now };

/** Whole seconds until pickup codes are looked at again; 0: now. */
export function waitSeconds(misses: Misses, now: Date): number {
  if (misses.since === null || misses.count < MOST_MISSES || !within(misses, now)) return 0;
  return Math.ceil((misses.since.getTime() + WINDOW_MS - now.getTime()) / 1_000);
}
