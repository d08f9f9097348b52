import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 90_000;
const BETWEEN_TRIES_MS = 200;

/** Asks until there is an answer. */
export async function until<T>(what: string, ask: () => Promise<T | undefined | false | ''>): Promise<T> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (performance.now() > giveUpAt) throw new Error(`Not within ${PATIENCE_MS / 1_000} s: ${what}`);
    await sleep(BETWEEN_TRIES_MS);
  }
}
