export interface Sharing<T> {
  /** How old an answer may become. */
  readonly forMs: number;
  /** What was cheap is asked anew each time: only a dear answer is worth being a little old. */
  readonly isDear: (answer: T) => boolean;
}

interface Known<T> {
  readonly answer: T;
  readonly askedAt: number;
  next?: Promise<T> | undefined;
}

/**
 * Dear answers that several people ask for again and again, on this server alone. Who may know an answer stands in its key: the
 * tenant, and all that narrows what its reader sees.
 */
export class SharedAnswers<T> {
  readonly #known = new Map<string, Known<T>>();
  readonly #sharing: Sharing<T>;
  readonly #now: () => number;

  constructor(sharing: Sharing<T>, now: () => number = () => performance.now()) {
    this.#sharing = sharing;
    this.#now = now;
  }

  get(key: string, ask: () => Promise<T>): Promise<T> {
    this.#forget();
    const known = this.#known.get(key);
    if (!known) return this.#ask(key, ask);
    if (this.#now() - known.askedAt < this.#sharing.forMs) return Promise.resolve(known.answer);
    known.next ??= this.#ask(key, ask).finally(() => {
      known.next = undefined;
    });
    return known.next;
  }

  async #ask(key: string, ask: () => Promise<T>): Promise<T> {
    const askedAt = this.#now();
    const answer = await ask();
    if (this.#sharing.isDear(answer)) this.#known.set(key, { answer, askedAt });
    else this.#known.delete(key);
    return answer;
  }

  /** What nobody has asked for any more. */
  #forget(): void {
    const before = this.#now() - 15 * this.#sharing.forMs;
    for (const [key, { askedAt, next }] of this.#known) if (askedAt < before && !next) this.#known.delete(key);
  }
}
