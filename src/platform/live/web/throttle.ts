interface ThrottleTimes {
  now(): number;
  /** Answers what calls the waiting off. */
  later(work: () => void, ms: number): () => void;
}

/**
 * Runs work at once, then at most once per interval (milliseconds); whatever was asked for in between is done once at the
 * end of the interval, so that the last message of a burst is never the one that is lost. The interval may change: what
 * waits already comes at its time.
 */
export class Throttle {
  #lastAt = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;
  readonly #work: () => void;
  readonly #everyMs: () => number;
  readonly #times: ThrottleTimes;

  constructor(work: () => void, everyMs: () => number, times: ThrottleTimes) {
    this.#work = work;
    this.#everyMs = everyMs;
    this.#times = times;
  }

  ask(): void {
    if (this.#cancel) return;
    const wait = this.#lastAt + this.#everyMs() - this.#times.now();
    if (wait <= 0) this.#run();
    else this.#cancel = this.#times.later(() => this.#run(), wait);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #run(): void {
    this.#cancel = undefined;
    this.#lastAt = this.#times.now();
    this.#work();
  }
}
