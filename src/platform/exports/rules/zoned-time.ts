const QUARTER_MS = 15 * 60_000;
const KNOWN_QUARTERS = 20_000;
const DAY_SECONDS = 86_400;
/** Days of a spreadsheet's calendar before 1970. */
const DAYS_BEFORE_1970 = 25_569;
/** 1 March 1900: before it programs count differently, for the calendar of the first one had a day too many. */
const FIRST_DAY = 61;
/** What follows 31 December 9999. */
const END = 2_958_466;

/** What the clocks of a zone show at an instant. */
interface ShownTime {
  /** Milliseconds since 1970 as if the clocks were those of UTC. */
  readonly localMs: number;
  /** `+02:00`. */
  readonly offset: string;
}

/**
 * Reads the clocks of a zone. Its offset changes on quarters of an hour only, so it is asked for once for each; asking for
 * every time of a large file would take seconds.
 */
function zonedClock(timeZone: string): (at: Date) => ShownTime {
  const offsets = new Map<number, { ms: number; text: string }>();
  const offsetAt = (ms: number): { ms: number; text: string } => {
    const quarter = Math.floor(ms / QUARTER_MS);
    let known = offsets.get(quarter);
    if (!known) {
      const zoned = Temporal.Instant.fromEpochMilliseconds(quarter * QUARTER_MS).toZonedDateTimeISO(timeZone);
      known = { ms: zoned.offsetNanoseconds / 1_000_000, text: zoned.offset.slice(0, 6) };
      if (offsets.size >= KNOWN_QUARTERS) offsets.clear();
      offsets.set(quarter, known);
    }
    return known;
  };
  return (at) => {
    const ms = at.getTime();
    const { ms: offsetMs, text } = offsetAt(ms);
    return { localMs: ms + offsetMs, offset: text };
  };
}

/** Writes instants as `2027-03-28 03:00:05+02:00` on the clocks of a zone (practice 15). */
export function zonedText(timeZone: string): (at: Date) => string {
  const clock = zonedClock(timeZone);
  return (at) => {
    const { localMs, offset } = clock(at);
    const local = new Date(localMs).toISOString();
    return `${local.slice(0, 10)} ${local.slice(11, 19)}${offset}`;
  };
}

/**
 * Writes instants as spreadsheets count them: days since 1900 on the clocks of a zone, to the second. Undefined for what
 * they have no number for: before March 1900, and after the year 9999.
 */
export function zonedSerial(timeZone: string): (at: Date) => string | undefined {
  const clock = zonedClock(timeZone);
  return (at) => {
    const days = Math.floor(clock(at).localMs / 1_000) / DAY_SECONDS + DAYS_BEFORE_1970;
    return days >= FIRST_DAY && days < END ? String(days) : undefined;
  };
}
