import { withPeople } from '#platform/database/server/reach-people.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';

/**
 * The administrator stays as he is (security 4.10): each call that changes what people are, have or belong to asks here first.
 * One among many refuses all of them, and so it does for the administrator himself.
 */
export async function refuseAdministrator(tx: Transaction, userIds: readonly string[]): Promise<void> {
  const asked = userIds.filter(isUuid);
  if (asked.length === 0) return;
  const found = await withPeople(tx.db, () =>
    tx.db.selectFrom('staff_user').select('id').where('id', 'in', asked).where('is_root', '=', true).executeTakeFirst(),
  );
  if (found) raise('user.administrator');
}
