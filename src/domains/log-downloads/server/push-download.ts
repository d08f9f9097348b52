import type { Transaction } from '#platform/database/server/transaction.ts';

/** Its owner's open list asks for the row anew. It speaks as files do, for that is what it becomes. */
export function pushDownload(tx: Transaction, id: string, userId: string): Promise<void> {
  return tx.live({ kind: 'export', id, userId, what: 'robot-log', state: 'creating', isWaiting: true });
}
