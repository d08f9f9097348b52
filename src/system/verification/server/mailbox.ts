import { sql } from 'kysely';
import type { PlatformDb } from '#platform/database/server/database.ts';

/** Of an account whose owner only named its mailbox when he registered himself, and has not shown that it is his. */
export const IS_MAILBOX_UNPROVED = sql<boolean>`lower(unproved_email) is not distinct from lower(email)`;

/** Somebody has shown that the mailbox is his: whoever only named it has it no longer. */
export async function takeMailbox(db: PlatformDb, email: string): Promise<void> {
  await db
    .updateTable('staff_user')
    .set({ email: null, unproved_email: null })
    .where((is) => is(is.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where(IS_MAILBOX_UNPROVED)
    .execute();
}
