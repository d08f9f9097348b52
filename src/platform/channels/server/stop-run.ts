import type { Transaction } from '#platform/database/server/transaction.ts';

/**
 * Ends what still waits of the messages that were written together, and answers how many were ended; what has passed the gate is on
 * its way and stays. Both lock the row: the second finds what the first wrote.
 */
export async function stopRunOfMessages(tx: Transaction, runId: string): Promise<number> {
  const { numUpdatedRows } = await tx.db
    .updateTable('message_delivery')
    .set({ state: 'stopped', content: null, is_put_off: false, held_because: null, changed_at: tx.now() })
    .where('run_id', '=', runId)
    .where('state', 'in', ['pending', 'held'])
    .where((of) => of.or([of('claimed_at', 'is', null), of('is_put_off', '=', true)]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
