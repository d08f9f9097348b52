/** Who takes longer than this to answer is slow. */
const SLOW_MS = 5_000;
/** A slow receiver rests this many times as long as its last answer took. */
const REST = 3;
/** Nothing is put off further than this, however much waits: a receiver that is quick again gets it soon. */
const FURTHEST_MS = 600_000;

interface Slow {
  /** The least time between two calls, in milliseconds. */
  readonly everyMs: number;
  /** When the next call that is not promised to a delivery yet may be made. */
  nextAt: number;
}

/**
 * Receivers whose last answer was slow, as this server has seen them: they are called one by one with a rest between, so that
 * one that hangs takes a fraction of one of its tenant's places, and the others get theirs at once. All times in milliseconds.
 */
export class ReceiverPace {
  readonly #slow = new Map<string, Slow>();

  /** When a delivery that is due now may go out: now, or at a moment that is kept for it. */
  turnOf(receiverId: string, now: number): number {
    const slow = this.#slow.get(receiverId);
    if (!slow) return now;
    const at = Math.min(Math.max(slow.nextAt, now), now + FURTHEST_MS);
    slow.nextAt = at + slow.everyMs;
    return at;
  }

  /** One answer in time, or none in no time, ends the rests. */
  answered(receiverId: string, now: number, tookMs: number): void {
    if (tookMs <= SLOW_MS) {
      this.#slow.delete(receiverId);
      return;
    }
    const everyMs = tookMs * (1 + REST);
    const nextAt = Math.max(this.#slow.get(receiverId)?.nextAt ?? 0, now + tookMs * REST);
    this.#slow.set(receiverId, { everyMs, nextAt });
  }
}
