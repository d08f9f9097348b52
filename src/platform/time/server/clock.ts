/** The only source of "now" on the server; tests and the test controls move it (security 17.4, product.md 2). */
export interface Clock {
  now(): Date;
}

export interface MovableClock extends Clock {
  /** From this call on the clock shows `instant` and keeps ticking. */
  set(instant: Date): void;
}

export function systemClock(): MovableClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    set: (instant) => {
      offsetMs = instant.getTime() - Date.now();
    },
  };
}

/** Milliseconds that never jump, for durations. */
export function monotonicMs(): number {
  return performance.now();
}
