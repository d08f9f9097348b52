/**
 * The simulator's only source of the present. Tests move it together with the server's clock (product.md 2, test
 * controls): a robot whose clock stands still would answer EXPIRED to every command of a server that moved on.
 */
export interface WorldClock {
  now(): Date;
  /** From here on the clock ticks from this instant. */
  set(now: Date): void;
}

export function createWorldClock(): WorldClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    set: (now) => {
      offsetMs = now.getTime() - Date.now();
    },
  };
}
