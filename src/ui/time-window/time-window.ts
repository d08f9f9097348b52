/** From one time of day to another, `HH:mm`. */
export interface TimeWindow {
  readonly from: string;
  readonly to: string;
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const DAY_MINUTES = 1_440;

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** How long it is; one that ends no later than it begins ends on the next day. Undefined while it is typed only in part. */
export function windowLength({
  from = '',
  to = '',
}: Partial<TimeWindow>): { minutes: number; isOvernight: boolean } | undefined {
  if (!CLOCK.test(from) || !CLOCK.test(to)) return undefined;
  const minutes = minutesOf(to) - minutesOf(from);
  const isOvernight = minutes <= 0;
  return { minutes: isOvernight ? minutes + DAY_MINUTES : minutes, isOvernight };
}

/** A window with one of its times changed; undefined when none is left. */
export function withTime(
  window: Partial<TimeWindow>,
  end: keyof TimeWindow,
  clock: string,
): Partial<TimeWindow> | undefined {
  const { [end]: _, ...other } = window;
  const next = clock === '' ? other : { ...other, [end]: clock };
  return Object.keys(next).length === 0 ? undefined : next;
}
