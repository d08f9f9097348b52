/** What the stream says: a kind such as `order`, an id and the fields that changed. */
export interface LiveMessage {
  readonly kind: string;
  readonly id: string;
  readonly [field: string]: unknown;
}

/** Ux-guide 7: bursts reach the screen at most this often. */
const FLUSH_EVERY_MS = 500;

interface BufferTimes {
  now(): number;
  later(work: () => void, ms: number): void;
}

/**
 * Collects messages and hands them on at most once per 500 ms, and not while the pointer is pressed or a menu is open:
 * nothing moves under a finger. Later messages of the same record are merged into the earlier one.
 */
export class LiveBuffer {
  #waiting = new Map<string, LiveMessage>();
  #lastFlush = Number.NEGATIVE_INFINITY;
  #scheduled = false;
  readonly #deliver: (messages: readonly LiveMessage[]) => void;
  readonly #isHeld: () => boolean;
  readonly #times: BufferTimes;

  constructor(deliver: (messages: readonly LiveMessage[]) => void, isHeld: () => boolean, times: BufferTimes) {
    this.#deliver = deliver;
    this.#isHeld = isHeld;
    this.#times = times;
  }

  add(message: LiveMessage): void {
    const key = `${message.kind} ${message.id}`;
    const merged = { ...this.#waiting.get(key), ...message };
    // Moved to the end, so that messages of one record keep their place behind what happened before.
    this.#waiting.delete(key);
    this.#waiting.set(key, merged);
    this.#flushOrWait();
  }

  #flushOrWait(): void {
    const wait = this.#lastFlush + FLUSH_EVERY_MS - this.#times.now();
    if (wait <= 0 && !this.#isHeld()) {
      this.#flush();
      return;
    }
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#times.later(
      () => {
        this.#scheduled = false;
        if (this.#waiting.size > 0) this.#flushOrWait();
      },
      wait > 0 ? wait : FLUSH_EVERY_MS / 5,
    );
  }

  #flush(): void {
    const messages = [...this.#waiting.values()];
    this.#waiting = new Map();
    this.#lastFlush = this.#times.now();
    this.#deliver(messages);
  }
}
