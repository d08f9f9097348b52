import type { BackendMessage } from '#platform/channels/contract/message.ts';
import { seePeople } from '#platform/database/server/reach-people.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { notify } from '#system/notices/server/index.ts';
import { messageNotice } from '../contract/notices.ts';

/** The bell of somebody who works here; false where nobody of this id does. */
export async function ringBell(tx: Transaction, { to, title, text }: BackendMessage): Promise<boolean> {
  await seePeople(tx.db);
  const person = await tx.db
    .selectFrom('tenant_user')
    .select('id')
    .where('status', '=', 1)
    .where('id', '=', to)
    .executeTakeFirst();
  if (!person) return false;
  await notify(tx, messageNotice, { to: { userId: to }, params: { title, text } });
  return true;
}
