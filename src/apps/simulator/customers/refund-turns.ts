import type { WorldClock } from '../world/clock.ts';
import type { Rhythm } from './business-day.ts';

/** Somebody whose turn it is to ask for his money back. */
export interface RefundTurn {
  /** He has asked: the next one comes an hour later. */
  done(): void;
  /** He has left, whether or not it came to that. */
  over(): void;
}

const EVERY_MS = 3_600_000;
/** A demo that has just begun should have one soon. */
const FIRST_AFTER_MS = 5 * 60_000;

export interface RefundTurns {
  take(): RefundTurn | undefined;
  /** What everybody else does. */
  readonly others: { readonly asksRefund?: number };
}

/** Where it is never quiet one customer an hour asks for his money back, and nobody else; elsewhere it is left to chance. */
export function createRefundTurns(rhythm: Rhythm, clock: WorldClock): RefundTurns {
  let dueAt = rhythm === 'dayAndNight' ? clock.now().getTime() + FIRST_AFTER_MS : Number.POSITIVE_INFINITY;
  let taken = false;
  return {
    others: rhythm === 'dayAndNight' ? { asksRefund: 0 } : {},
    take: () => {
      if (taken || clock.now().getTime() < dueAt) return undefined;
      taken = true;
      return {
        done: () => {
          dueAt = clock.now().getTime() + EVERY_MS;
        },
        over: () => {
          taken = false;
        },
      };
    },
  };
}
