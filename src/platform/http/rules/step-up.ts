/** How long a password that was given again holds (security 4.9). */
const STEP_UP_MS = 5 * 60_000;

/** Whether the password was given in this session within the last five minutes; a login by password gives it too. */
export function isSteppedUp(steppedUpAt: Date | null, now: Date): boolean {
  return steppedUpAt !== null && now.getTime() - steppedUpAt.getTime() < STEP_UP_MS;
}
