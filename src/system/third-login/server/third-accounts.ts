import type { PlatformDb } from '#platform/database/server/database.ts';
import { normalAccount } from '#system/session/rules/normal-account.ts';
import { findLoginUser } from '#system/session/server/index.ts';
import type { ThirdIdentity } from './login-provider.ts';

/**
 * The account of an identity: the one that it was tied to, else, where the provider decides about account names, the one
 * of that name, if an administrator gave it: a name that a user chose himself may be meant to catch the one whom the
 * directory calls so, or be his who is not meant. Never the administrator by his name alone: a user who may name accounts
 * there would be root here.
 */
export async function findTiedUser(
  db: PlatformDb,
  identity: ThirdIdentity,
): Promise<string | 'administrator' | undefined> {
  const tied = await db
    .selectFrom('third_account')
    .select('user_id')
    .where('authority', '=', identity.authority)
    .where('subject', '=', identity.subject)
    .executeTakeFirst();
  if (tied) return tied.user_id;
  if (identity.accountName === undefined) return undefined;
  const named = await findLoginUser(db, normalAccount(identity.accountName));
  if (!named || named.isSelfNamed) return undefined;
  return named.isRoot ? 'administrator' : named.id;
}

/** Ties an identity to an account; one that was tied to another account follows its owner, who has just proved both. */
export async function tieAccount(
  db: PlatformDb,
  identity: Pick<ThirdIdentity, 'authority' | 'subject' | 'name'>,
  userId: string,
  now: Date,
): Promise<void> {
  const { authority, subject, name } = identity;
  await db
    .insertInto('third_account')
    .values({ authority, subject, name: name.slice(0, 200), user_id: userId, tied_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['authority', 'subject'])
        .doUpdateSet({ user_id: userId, name: name.slice(0, 200), tied_at: now }),
    )
    .execute();
}

export async function noteThirdLogin(
  db: PlatformDb,
  identity: Pick<ThirdIdentity, 'authority' | 'subject'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('third_account')
    .set({ last_login_at: now })
    .where('authority', '=', identity.authority)
    .where('subject', '=', identity.subject)
    .execute();
}
