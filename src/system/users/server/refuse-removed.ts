import { sql } from 'kysely';
import { seePeople } from '#platform/database/server/reach-people.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { normalAccount } from '#system/session/rules/normal-account.ts';

interface Named {
  readonly username: string;
  readonly workNo: string;
  readonly phone: string;
  readonly email: string;
}

/** By whom each of these is held, as a save compares them. */
const HOLDS = {
  username: ({ username }: Named) => sql<boolean>`p.username_key = ${normalAccount(username)}`,
  workNo: ({ workNo }: Named) => sql<boolean>`lower(p.work_no) = ${workNo.toLowerCase()}`,
  phone: ({ phone }: Named) => sql<boolean>`p.phone = ${phone}`,
  email: ({ email }: Named) => sql<boolean>`lower(p.email) = ${email.toLowerCase()}`,
};
const FIELDS = Object.keys(HOLDS) as readonly (keyof Named)[];

/** What somebody in the recycle bin of this tenant has is taken: he is to be brought back. Other tenants' people stay unknown. */
export async function refuseRemoved(
  { db }: Pick<Transaction, 'db'>,
  { id, draft, before }: { readonly id: string; readonly draft: Named; readonly before: Named | undefined },
): Promise<void> {
  const changed = FIELDS.filter((field) => draft[field] !== '' && draft[field] !== before?.[field]);
  if (changed.length === 0) return;
  await seePeople(db);
  for (const path of changed) {
    const removed = await db
      .selectFrom('membership as m')
      .innerJoin('person as p', 'p.id', 'm.user_id')
      .select('m.user_id')
      .where('m.status', '=', 0)
      .where('m.user_id', '!=', id)
      .where(HOLDS[path](draft))
      .executeTakeFirst();
    if (removed) raise('user.in-bin', {}, { faults: [{ path, code: 'user.in-bin' }] });
  }
}
