const SECONDS = 60;

/** How many messages came within the last minute. */
export class MessageRate {
  readonly #counts = new Array<number>(SECONDS).fill(0);
  readonly #seconds = new Array<number>(SECONDS).fill(-1);

  count(now = performance.now()): void {
    const second = Math.floor(now / 1000);
    const at = second % SECONDS;
    if (this.#seconds[at] !== second) {
      this.#seconds[at] = second;
      this.#counts[at] = 0;
    }
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  /** Mean of the last minute, to a hundredth. */
  perSecond(now = performance.now()): number {
    const since = Math.floor(now / 1000) - SECONDS;
    const sum = this.#counts.reduce((all, count, at) => ((this.#seconds[at] ?? -1) > since ? all + count : all), 0);
    return Math.round((sum * 100) / SECONDS) / 100;
  }
}
