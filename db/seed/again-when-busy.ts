import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#platform/context/server/services.ts';
import { Problem } from '#platform/problems/server/raise.ts';

const TRIES = 5;
const PASSES = new Set(['server.busy', 'server.unavailable']);

/**
 * A first start must not fail because disk or processor stood still for seconds, which ends statements and the wait for a
 * connection (pools.ts). `seed` must be one transaction, or do nothing the second time for what it has done.
 */
export async function againWhenBusy<T>({ log }: Pick<Services, 'log'>, seed: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn++) {
    try {
      return await seed();
    } catch (error) {
      if (turn === TRIES || !(error instanceof Problem) || !PASSES.has(error.code)) throw error;
      log.warn({ err: error, turn }, 'the database was busy while the demo was written: once more');
      await sleep(1_000 * turn);
    }
  }
}
