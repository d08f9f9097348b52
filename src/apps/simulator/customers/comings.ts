import type { WorldClock } from '../world/clock.ts';
import type { Random } from '../world/random.ts';
import type { Timers } from '../world/timers.ts';
import { nextArrival, type Place } from './arrivals.ts';

interface ComingsOptions<At> {
  readonly places: readonly At[];
  readonly clock: WorldClock;
  readonly timers: Timers;
  /** 10: ten times as soon. */
  readonly haste?: number;
  /** How many come there on a usual day, and when. */
  readonly placeOf: (at: At) => Place;
  readonly randomOf: (at: At) => Random;
  /** One has come. */
  readonly come: (at: At) => Promise<unknown>;
}

export interface Comings {
  readonly running: boolean;
  /** Factor on how many come. */
  readonly pace: number;
  start(): void;
  /** Nobody new comes. */
  pause(): void;
  setPace(factor: number): void;
}

/** People who come by themselves, one after the other at each place. */
export function createComings<At>(options: ComingsOptions<At>): Comings {
  const { places, clock, timers, haste = 1, placeOf, randomOf, come } = options;
  const waiting = new Map<At, { cancel(): void }>();
  let [running, pace] = [false, 1];

  const expect = (at: At): void => {
    const place = placeOf(at);
    const arrival = nextArrival(
      { ...place, customersPerHour: place.customersPerHour * pace },
      clock.now(),
      randomOf(at),
    );
    const next = timers.after(arrival.afterMs / haste, () => {
      if (!running) return;
      if (arrival.comes(clock.now())) come(at).catch(() => {});
      expect(at);
    });
    waiting.set(at, next);
  };
  const resume = (): void => {
    for (const at of places) {
      waiting.get(at)?.cancel();
      expect(at);
    }
  };

  return {
    get running() {
      return running;
    },
    get pace() {
      return pace;
    },
    start: () => {
      if (running) return;
      running = true;
      resume();
    },
    pause: () => {
      running = false;
      for (const next of waiting.values()) next.cancel();
    },
    setPace: (factor) => {
      pace = factor;
      // who comes next comes at the new pace
      if (running) resume();
    },
  };
}

const LAST_SHOWN = 10;

export interface VisitNotes<End extends string> {
  readonly counts: Partial<Record<End, number>>;
  readonly last: { at: string; tenantId: string; spotId: string; end: End; orderNo?: string }[];
}

/** How visits ended: how many each way, and the last ones. */
export function createVisitNotes<End extends string>(clock: WorldClock) {
  const counts: VisitNotes<End>['counts'] = {};
  const last: VisitNotes<End>['last'] = [];
  return {
    note: ({ tenantId, spotId }: { tenantId: string; spotId: string }, end: End, orderNo?: string): void => {
      counts[end] = (counts[end] ?? 0) + 1;
      const at = clock.now().toISOString();
      last.unshift({ at, tenantId, spotId, end, ...(orderNo === undefined ? {} : { orderNo }) });
      last.length = Math.min(last.length, LAST_SHOWN);
    },
    view: (): VisitNotes<End> => ({ counts: { ...counts }, last: last.map((entry) => ({ ...entry })) }),
  };
}
