const DAY_MS = 86_400_000;

/** Half open; what is left out has no end on that side. */
export interface TimeRange {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}
export interface TimeCut {
  readonly from: Date;
  readonly to: Date;
}

/** A range as whole UTC days, with what it cuts out of the days before and behind them. */
export interface WholeDays {
  readonly days: TimeRange;
  readonly first?: TimeCut | undefined;
  readonly last?: TimeCut | undefined;
}

const startOfUtcDay = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
const nextUtcDay = (at: Date): Date => new Date(Math.ceil(at.getTime() / DAY_MS) * DAY_MS);
export const utcDayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Undefined where the range holds no whole day. */
export function wholeDays({ from, to }: TimeRange): WholeDays | undefined {
  const firstDay = from && nextUtcDay(from);
  const endDay = to && startOfUtcDay(to);
  if (firstDay && endDay && firstDay >= endDay) return undefined;
  return {
    days: { from: firstDay, to: endDay },
    first: from && firstDay && from < firstDay ? { from, to: firstDay } : undefined,
    last: to && endDay && endDay < to ? { from: endDay, to } : undefined,
  };
}
