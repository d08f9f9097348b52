const DAY_MS = 24 * 3_600_000;
/** An open matter is kept longest. */
const KEPT_DAYS = { settled: 30, toPerson: 30, open: 180 };

/** Notices from before these instants are deleted. */
export function forgottenBefore(now: Date): { settled: Date; toPerson: Date; open: Date } {
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  return {
    settled: before(KEPT_DAYS.settled),
    toPerson: before(KEPT_DAYS.toPerson),
    open: before(KEPT_DAYS.open),
  };
}
