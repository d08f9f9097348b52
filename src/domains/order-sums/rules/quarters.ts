const QUARTER_MS = 15 * 60_000;

/** Whether sums per quarter of an hour can be cut here; days of all zones can. */
export const isQuarter = (at: Date): boolean => at.getTime() % QUARTER_MS === 0;
/** The quarter in which an instant lies. */
export const quarterOf = (at: Date): Date => new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS);
export const nextQuarter = (at: Date): Date => new Date(Math.ceil(at.getTime() / QUARTER_MS) * QUARTER_MS);
