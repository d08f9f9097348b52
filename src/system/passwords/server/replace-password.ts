import type { PlatformDb } from '#platform/database/server/database.ts';
import { endSessionsOf } from '#system/session/server/index.ts';

/**
 * Stores a new password: everything that the old one opened ends, but for the session given (security 4.3). Rights to set
 * another one end too.
 */
export async function replacePassword(
  db: PlatformDb,
  userId: string,
  { hash, at, exceptSession }: { hash: string; at: Date; exceptSession?: Buffer | undefined },
): Promise<void> {
  await db
    .updateTable('staff_user')
    .set((row) => ({ password_hash: hash, permission_version: row('permission_version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
  await db.deleteFrom('password_ticket').where('user_id', '=', userId).execute();
  await db.deleteFrom('sign_in_code').where('user_id', '=', userId).execute();
  await endSessionsOf(db, userId, { because: 'password', at }, exceptSession);
}
