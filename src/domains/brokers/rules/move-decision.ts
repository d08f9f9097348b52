/** A robot that is not heard at its new broker for this long goes back, milliseconds (security 10.8). */
export const RETURNS_AFTER_MS = 10 * 60_000;

export interface MovingRobot {
  readonly movedAt: Date;
  readonly dueAt: Date;
  /** When it was heard through the new broker last. */
  readonly heardAt: Date | undefined;
}

/** What becomes of a robot on its way to another broker (settled 53). */
export function decideMove({ movedAt, dueAt, heardAt }: MovingRobot, now: Date): 'arrived' | 'returned' | 'waits' {
  if (heardAt !== undefined && heardAt >= movedAt) return 'arrived';
  return now >= dueAt ? 'returned' : 'waits';
}
