import type { Services } from '#platform/context/server/services.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { type AttemptKeys, cancelAttempt } from '#system/verification/server/index.ts';
import { hasherOf } from './server-hasher.ts';

/** Whether the password fits the hash, which may be of nobody: the cost is the same. */
export async function tryPassword(services: Services, keys: AttemptKeys, password: string, hash: string | undefined) {
  try {
    return await hasherOf(services).check(password, hash);
  } catch (error) {
    // Nobody looked at the password, so it was no wrong one.
    if (error instanceof Problem) await services.database.identity((db) => cancelAttempt(db, keys));
    throw error;
  }
}
