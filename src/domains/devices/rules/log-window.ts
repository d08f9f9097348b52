/** Domain 5: a device's log can be fetched for the last three days; 72 hours of real time (practice 15). */
export const LOG_WINDOW_HOURS = 72;

export type LogWindowDecision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly because: 'log-range-empty' | 'log-too-old' };

/** Whether the log of [from, to) may be asked for at `now`. The end may lie ahead: the device sends what it has. */
export function decideLogWindow(from: Date, to: Date, now: Date): LogWindowDecision {
  if (from >= to) return { allowed: false, because: 'log-range-empty' };
  const earliest = now.getTime() - LOG_WINDOW_HOURS * 3_600_000;
  return from.getTime() < earliest ? { allowed: false, because: 'log-too-old' } : { allowed: true };
}
