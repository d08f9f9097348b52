import { raise } from '#platform/problems/server/raise.ts';

/** A bounded door before expensive work: without it a login is a cheap way to stop the service (security 4.5). */
export interface HashSlots {
  /** Runs the work in one of the slots, waits in the queue, or refuses with 503 when the queue is full. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function hashSlots(atOnce = 8, queued = 64): HashSlots {
  let running = 0;
  const waiting: (() => void)[] = [];

  return {
    async run(work) {
      if (running >= atOnce) {
        if (waiting.length >= queued) raise('server.busy', {}, { retryAfterSeconds: 1 });
        // The slot is handed over by the one that finishes, so `running` stays as it is.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        running++;
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
  };
}
