/** Bounds of system-api.md 5.14, in milliseconds: good below the first, slow from the second on. */
const FAIR_FROM_MS = 500;
const SLOW_FROM_MS = 1_000;

export type Pace = 'good' | 'fair' | 'slow';

/** How fast an answer was (system-api.md 5.14). */
export function paceOf(ms: number): Pace {
  if (ms < FAIR_FROM_MS) return 'good';
  return ms < SLOW_FROM_MS ? 'fair' : 'slow';
}
