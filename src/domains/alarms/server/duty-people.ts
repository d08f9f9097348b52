import { type RawBuilder, sql } from 'kysely';
import { seePeople } from '#platform/database/server/reach-people.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import { normalAccount } from '#system/session/rules/normal-account.ts';

/** The name of a person whom a row names. */
export const realnameOf = (column: 'user_id' | 'absent_id'): RawBuilder<unknown> =>
  sql`coalesce((select person.realname from tenant_user person
                 where person.tenant_id = ${THIS_TENANT} and person.id = record.${sql.ref(column)}), '')`;

/** The person behind an account, if he works here; `path` is the field that asks. */
export async function memberOf(tx: Transaction, path: string, account: string): Promise<string> {
  await seePeople(tx.db);
  const found = await tx.db
    .selectFrom('tenant_user')
    .select('id')
    .where('username_key', '=', normalAccount(account))
    .where('status', '=', 1)
    .executeTakeFirst();
  return found?.id ?? raiseAt(path, 'alarm.duty-not-a-member');
}
