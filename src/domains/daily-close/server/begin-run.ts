import type { Transaction } from '#platform/database/server/transaction.ts';
import { runClose } from '../contract/jobs.ts';
import { type StoredClose, updateClose } from './close-store.ts';

/**
 * Puts the day to its job. What was read to its end is read anew, for the provider may have booked more since; a list that broke off
 * goes on.
 */
export async function beginRun(tx: Transaction, close: StoredClose, startAfter?: Date): Promise<void> {
  const wasDone = close.step === 'done';
  if (wasDone) await tx.db.deleteFrom('daily_close_fetch').where('close_id', '=', close.id).execute();
  await updateClose(tx, close.id, {
    ...{ state: 'running', failure: null, run_by_name: tx.actor.name },
    ...(wasDone ? { step: 'fetching' as const } : {}),
  });
  await tx.enqueue(runClose, { closeId: close.id }, { key: close.id, ...(startAfter ? { startAfter } : {}) });
}
