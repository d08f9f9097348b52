/** Lets at most `limit` tasks run at once; the others wait in order. */
export class InFlight {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get running(): number {
    return this.#running;
  }

  /** Calls `task` now or when there is room; `task` calls `leave` once. */
  enter(task: () => void): void {
    if (this.#running < this.#limit) {
      this.#running += 1;
      task();
    } else {
      this.#waiting.push(task);
    }
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
