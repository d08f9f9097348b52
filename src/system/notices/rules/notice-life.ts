const DAY_MS = 24 * 3_600_000;
/** A matter that nobody has settled is remembered longest. */
const KEPT_DAYS = { settled: 30, toPerson: 30, open: 180 };

/** Told before these instants, a notice is forgotten. */
export function forgottenBefore(now: Date): { settled: Date; toPerson: Date; open: Date } {
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  return {
    settled: before(KEPT_DAYS.settled),
    toPerson: before(KEPT_DAYS.toPerson),
    open: before(KEPT_DAYS.open),
  };
}
