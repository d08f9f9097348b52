import { localDay } from '#platform/time/rules/local-day.ts';

/** The instants that a file is about; the last one is the first that does not belong to it. */
export interface ExportPeriod {
  readonly from: Date;
  readonly to: Date;
}

/** The days of a period on the clocks of a zone, both included. */
export function periodDays({ from, to }: ExportPeriod, timeZone: string): { first: string; last: string } {
  const end = to > from ? new Date(to.getTime() - 1) : from;
  return { first: localDay(from, timeZone), last: localDay(end, timeZone) };
}
