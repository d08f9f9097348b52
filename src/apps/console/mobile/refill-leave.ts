import { deleteKept, ownerOfNow, readActs } from './refill/kept.ts';
import { beginRuns, refreshRuns } from './refill/runs.ts';

/** Before a logout: sends what waits. Answers how much could not be sent. */
export async function sendBeforeLeaving(): Promise<number> {
  const waiting = await readActs().catch(() => []);
  if (waiting.length === 0) return 0;
  await beginRuns();
  await refreshRuns();
  return (await readActs()).length;
}

/** Nothing of the person stays on the phone. */
export const deleteRuns = (): Promise<void> => deleteKept(ownerOfNow()).catch(() => undefined);
