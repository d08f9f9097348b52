import type { Transaction } from '#platform/database/server/transaction.ts';

/** Whether customers could have read it at any time. */
export async function wasPublished(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx.db.selectFrom('agreement').select('published_at').where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.published_at !== null;
}

/** The first time counts: one that is withdrawn and published again is as old as it was. */
export async function publish(tx: Transaction, id: string): Promise<void> {
  await tx.db
    .updateTable('agreement')
    .set({ published_at: tx.now() })
    .where('id', '=', id)
    .where('published_at', 'is', null)
    .execute();
}
