import type { Fact } from './outbox-queue.ts';

/** After a delivery of many facts of an event the next one waits so long: what comes one by one is delivered together. */
const GATHER_MS = 200;

/** Events whose facts were delivered a moment ago, until what has come of them since is delivered together (decision 128). */
export class GatheringEvents {
  readonly #takingMany: ReadonlySet<string>;
  readonly #whenOver: () => void;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(takingMany: ReadonlySet<string>, whenOver: () => void) {
    this.#takingMany = takingMany;
    this.#whenOver = whenOver;
  }

  names(): string[] {
    return [...this.#timers.keys()];
  }

  begin(delivered: readonly Fact[]): void {
    for (const name of new Set(delivered.map((fact) => fact.name))) {
      if (!this.#takingMany.has(name)) continue;
      clearTimeout(this.#timers.get(name));
      const isOver = (): void => {
        this.#timers.delete(name);
        this.#whenOver();
      };
      this.#timers.set(name, setTimeout(isOver, GATHER_MS));
    }
  }

  end(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
