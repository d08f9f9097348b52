import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 20;

/** Looks again until it is so, with a generous limit: nothing that waits for this asserts a time. */
export async function until<T>(
  look: () => T | Promise<T>,
  isSo: (found: T) => boolean = (found) => Boolean(found),
): Promise<T> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (isSo(found)) return found;
    if (performance.now() > giveUpAt) throw new Error(`It did not happen; the last look found ${String(found)}`);
    await sleep(LOOK_EVERY_MS);
  }
}
