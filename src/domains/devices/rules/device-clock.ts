/** Security 10.5: business runs on the time of receipt; a device clock that is further off is flagged. */
const CLOCK_SKEW_LIMIT_SECONDS = 300;

/** Whole seconds by which the device's clock is ahead (positive) or behind. */
export function clockSkewSeconds(deviceAt: Date, receivedAt: Date): number {
  return Math.round((deviceAt.getTime() - receivedAt.getTime()) / 1000);
}

/** Off by more than five minutes (practice 9, security 10.5). Compared to the millisecond, before any rounding. */
export function isClockSkewed(deviceAt: Date, receivedAt: Date): boolean {
  return Math.abs(deviceAt.getTime() - receivedAt.getTime()) > CLOCK_SKEW_LIMIT_SECONDS * 1000;
}

/**
 * When a device measured what it says, on its own clock: late messages keep their place in what it said. One whose
 * clock runs ahead cannot have measured later than its message was received; otherwise what it says once its clock is
 * right would count as old.
 */
export function deviceTime(deviceAt: Date, receivedAt: Date): Date {
  return deviceAt < receivedAt ? deviceAt : receivedAt;
}
