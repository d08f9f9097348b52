import type { PlatformDb } from '#platform/database/server/database.ts';
import type { SessionProblem } from '../contract/problems.ts';

/** What ends a session before its time; its device gets the reason (review T13). A logout needs none. */
export type EndReason = 'too-many' | 'forced' | 'password' | 'owner';

const PROBLEMS: Record<EndReason, SessionProblem> = {
  'too-many': 'session.ended-too-many',
  forced: 'session.ended-forced',
  password: 'session.ended-password',
  owner: 'session.ended-owner',
};

export const problemOfEnd = (because: EndReason): SessionProblem => PROBLEMS[because];

interface End {
  readonly because: EndReason;
  readonly at: Date;
}

/** Ends these sessions, and keeps why. */
export async function endSessions(db: PlatformDb, digests: readonly Buffer[], { because, at }: End): Promise<void> {
  if (digests.length === 0) return;
  await db.deleteFrom('staff_session').where('token_digest', 'in', digests).execute();
  await db
    .insertInto('ended_session')
    .values(digests.map((token_digest) => ({ token_digest, because, ended_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends all sessions of a user, or all but one (security 4.3). */
export async function endSessionsOf(db: PlatformDb, userId: string, end: End, except?: Buffer): Promise<void> {
  const rows = await db.selectFrom('staff_session').select('token_digest').where('user_id', '=', userId).execute();
  const digests = rows.map((row) => row.token_digest).filter((digest) => !except || !digest.equals(except));
  await endSessions(db, digests, end);
}
