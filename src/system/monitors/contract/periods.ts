/** Each server says its figures so often … */
export const READING_EVERY_MS = 5_000;
/** … and they are kept for so long. */
export const KEPT_MS = 600_000;
/** A server that said nothing for so long is away. */
export const AWAY_AFTER_MS = 20_000;
