import type { PlatformDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { normalAccount } from '#system/session/rules/normal-account.ts';

export interface NewAccount {
  readonly username: string;
  /** What colleagues see. */
  readonly realname: string;
  readonly passwordHash: string;
  readonly phone?: string | null;
  readonly email?: string | null;
  /** Nothing has shown yet that the mailbox is his. */
  readonly isEmailUnproved?: boolean;
}

/** Makes an account whose owner chose its name, without tenant and rights; undefined where its name, phone or mail belongs to another. */
export async function addAccount(db: PlatformDb, account: NewAccount): Promise<string | undefined> {
  const id = newId();
  const made = await db
    .insertInto('staff_user')
    .values({
      id,
      username: account.username,
      username_key: normalAccount(account.username),
      realname: account.realname,
      work_no: id,
      phone: account.phone ?? null,
      email: account.email ?? null,
      unproved_email: account.isEmailUnproved ? (account.email ?? null) : null,
      password_hash: account.passwordHash,
      self_named: true,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}
