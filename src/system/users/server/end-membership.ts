import type { Transaction } from '#platform/database/server/transaction.ts';

const TABLES = [
  'user_role',
  'user_department',
  'department_manager',
  'user_spot',
  'user_position',
  'membership',
] as const;

/** All that a tenant knows of a removed person goes for good; the account itself stays. The caller says whose rights changed. */
export async function endMembership(tx: Transaction, id: string): Promise<void> {
  for (const table of TABLES) await tx.db.deleteFrom(table).where('user_id', '=', id).execute();
  await tx.audit({ action: 'user:remove', objectKind: 'user', objectId: id });
}
