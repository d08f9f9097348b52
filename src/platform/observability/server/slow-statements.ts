import { normalisedStatement } from '../rules/normalised-statement.ts';

/** From this many milliseconds on a statement is kept. */
export const SLOW_STATEMENT_MS = 200;
const KEPT = 100;

export interface SlowStatement {
  /** Without the values that it was asked with. */
  readonly text: string;
  count: number;
  ms: number;
  maxMs: number;
  /** Epoch milliseconds. */
  lastAt: number;
}

/** The statements of this server that took long, by their text. */
export class SlowStatements {
  readonly #found = new Map<string, SlowStatement>();

  note(text: string, ms: number, at: number): void {
    if (ms < SLOW_STATEMENT_MS) return;
    const normalised = normalisedStatement(text);
    const known = this.#found.get(normalised);
    if (known) {
      known.count += 1;
      known.ms += ms;
      known.maxMs = Math.max(known.maxMs, ms);
      known.lastAt = at;
      return;
    }
    if (this.#found.size >= KEPT) this.#dropOldest();
    this.#found.set(normalised, { text: normalised, count: 1, ms, maxMs: ms, lastAt: at });
  }

  /** Those first that took the most time. */
  heaviestFirst(): SlowStatement[] {
    return [...this.#found.values()].sort((a, b) => b.ms - a.ms);
  }

  #dropOldest(): void {
    let oldest: SlowStatement | undefined;
    for (const one of this.#found.values()) if (!oldest || one.lastAt < oldest.lastAt) oldest = one;
    if (oldest) this.#found.delete(oldest.text);
  }
}
