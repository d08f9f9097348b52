/** Units of one hour of the day, on average: lent from a cabinet, and returned to it. */
export interface HourRate {
  readonly lent: number;
  readonly returned: number;
}

export interface CabinetNow {
  /** Units that can be lent. */
  readonly borrowable: number;
  /** Empty slots that take a unit back. */
  readonly free: number;
}

export interface Forecast {
  /** Hours from now until nothing can be lent, or nothing returned, 0 where it is so already; null: not in the hours looked at. */
  readonly emptyInHours: number | null;
  readonly fullInHours: number | null;
  /** Units that can be lent at the end of the hours, whole. */
  readonly borrowableThen: number;
}

/** Less than half of a unit is none. */
const HALF = 0.5;
const HOURS_PER_DAY = 24;

/**
 * What becomes of a cabinet in the next hours, if they are as these hours of the last days were (settled 57). `rates` are those of the
 * 24 hours of the tenant's day; `hour` is the hour of the day now, with its part that has gone. A unit that is returned can be lent
 * again in these hours: charging is not looked at.
 */
export function forecastCabinet(
  { borrowable, free }: CabinetNow,
  rates: readonly HourRate[],
  { hour, hours }: { readonly hour: number; readonly hours: number },
): Forecast {
  let units = borrowable;
  let emptyInHours = borrowable < HALF ? 0 : null;
  let fullInHours = free < HALF ? 0 : null;
  for (let gone = 0; gone < hours; ) {
    const at = hour + gone;
    // up to the full hour first
    const step = Math.min(Math.floor(at) + 1 - at, hours - gone);
    const { lent, returned } = rates[Math.floor(at) % HOURS_PER_DAY] ?? { lent: 0, returned: 0 };
    const change = (returned - lent) * step;
    const next = Math.min(borrowable + free, Math.max(0, units + change));
    const room = borrowable + free - units;
    if (emptyInHours === null && units + change < HALF) emptyInHours = gone + partUntil(units - HALF, -change) * step;
    if (fullInHours === null && room - change < HALF) fullInHours = gone + partUntil(room - HALF, change) * step;
    units = next;
    gone += step;
  }
  return { emptyInHours, fullInHours, borrowableThen: Math.round(units) };
}

/** The part of a step, 0 to 1, in which so much is gone. */
const partUntil = (left: number, pace: number): number => (pace <= 0 ? 0 : Math.min(1, Math.max(0, left / pace)));
