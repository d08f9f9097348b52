/** `2025-03` of an instant, in UTC: the same for every tenant, whatever its zone. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** The first instant of a month, and that of the next one. */
export function boundsOf(month: string): { from: Date; to: Date } {
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(from);
  to.setUTCMonth(to.getUTCMonth() + 1);
  return { from, to };
}

/** Whole months leave: what is older than this belongs to a month of which every day was kept for so long. */
export const leavesBefore = (days: number, now: Date): Date =>
  boundsOf(monthOf(new Date(now.getTime() - days * 86_400_000))).from;
