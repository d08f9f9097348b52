const DAY_MS = 86_400_000;

/** The UTC day of an instant, `back` days before it: histograms are cut by days that are the same for every tenant. */
export function dayOf(at: Date, back = 0): string {
  return new Date(at.getTime() - back * DAY_MS).toISOString().slice(0, 10);
}
