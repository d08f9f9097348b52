import type { Transaction } from '#platform/database/server/transaction.ts';
import { dropMembership } from '#system/access/server/index.ts';

/** All that a tenant knows of a removed person goes for good; the account itself stays. The caller says whose rights changed. */
export async function endMembership(tx: Transaction, id: string): Promise<void> {
  await dropMembership(tx.db, tx.tenantId, id);
  await tx.audit({ action: 'user:remove', objectKind: 'user', objectId: id });
}
