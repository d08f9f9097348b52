import type { Services } from '#platform/context/server/services.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { type AttemptKeys, cancelAttempt } from '#system/verification/server/index.ts';
import { hasherOf } from './server-hasher.ts';

/** Whether the password fits the hash; that of an unknown account costs the same. */
export async function tryPassword(services: Services, keys: AttemptKeys, password: string, hash: string | undefined) {
  try {
    return await hasherOf(services).check(password, hash);
  } catch (error) {
    // The password was not checked, so it was not wrong.
    if (error instanceof Problem) await services.database.identity((db) => cancelAttempt(db, keys));
    throw error;
  }
}
