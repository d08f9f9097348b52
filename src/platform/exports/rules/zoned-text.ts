const QUARTER_MS = 15 * 60_000;
const KNOWN_QUARTERS = 20_000;

/**
 * Writes instants as `2027-03-28 03:00:05+02:00` on the clocks of a zone (practice 15). The offset of a zone changes on
 * quarters of an hour only, so it is asked for once for each; asking for every time of a large file would take seconds.
 */
export function zonedText(timeZone: string): (at: Date) => string {
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
    const offset = offsetAt(ms);
    const local = new Date(ms + offset.ms).toISOString();
    return `${local.slice(0, 10)} ${local.slice(11, 19)}${offset.text}`;
  };
}
