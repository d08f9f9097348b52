/** Timers that belong together and end together: stopping a robot or the provider must leave none behind. */
export interface Timers {
  after(ms: number, work: () => void): { cancel(): void };
  /** Resolves after the time, or at once with `false` when the group is stopped. */
  sleep(ms: number): Promise<boolean>;
  stop(): void;
}

const LONGEST_MS = 2_147_483_647;

export function createTimers(): Timers {
  const pending = new Map<NodeJS.Timeout, () => void>();
  let stopped = false;
  const start = (ms: number, work: () => void, whenStopped: () => void): { cancel(): void } => {
    if (stopped) {
      whenStopped();
      return { cancel: () => {} };
    }
    const timer = setTimeout(
      () => {
        pending.delete(timer);
        work();
      },
      Math.min(Math.max(ms, 0), LONGEST_MS),
    );
    pending.set(timer, whenStopped);
    return {
      cancel: () => {
        clearTimeout(timer);
        pending.delete(timer);
      },
    };
  };
  return {
    after: (ms, work) => start(ms, work, () => {}),
    sleep: (ms) =>
      new Promise((resolve) => {
        start(
          ms,
          () => resolve(true),
          () => resolve(false),
        );
      }),
    stop: () => {
      stopped = true;
      for (const [timer, whenStopped] of pending) {
        clearTimeout(timer);
        whenStopped();
      }
      pending.clear();
    },
  };
}
