import { setTimeout as sleep } from 'node:timers/promises';

const MOST_TRIES = 50;
const COME_AGAIN = new Set(['server.busy', 'server.unavailable']);

/** Tries again what a busy server asked to try again, as clients do; `work` is safe to repeat, for nothing of it was done. */
export async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      // a problem that was raised, or the answer that tells of it
      const { code, problem } = error as { code?: string; problem?: string };
      if (attempt === MOST_TRIES || !COME_AGAIN.has(problem ?? code ?? '')) throw error;
      await sleep(50);
    }
  }
}
