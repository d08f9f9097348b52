import type { Transaction } from '#platform/database/server/transaction.ts';
import { ANNOUNCED } from '../contract/live.ts';

interface Addressed {
  readonly id: string;
  readonly msgType: string | null;
  /** A list, or the text with commas that rows of the older family have. */
  readonly userIds: string | readonly string[];
}

const listOf = (ids: string | readonly string[]): readonly string[] =>
  typeof ids === 'string' ? ids.split(',').filter((id) => id !== '') : ids;

/** A live update for open pages of those whom it is for; nobody else learns that it exists. */
export async function pushToReaders(tx: Transaction, { id, msgType, userIds }: Addressed): Promise<void> {
  if (msgType === 'ALL') return tx.live({ kind: ANNOUNCED, id });
  for (const userId of listOf(userIds)) await tx.live({ kind: ANNOUNCED, id, userId });
}

/** The same where readers could see it before the change, or can after it. */
export async function pushIfReleased(
  tx: Transaction,
  row: Addressed & { readonly sendStatus: string | null },
): Promise<void> {
  if (row.sendStatus === '1') await pushToReaders(tx, row);
}
