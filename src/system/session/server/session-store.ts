import { randomBytes } from 'node:crypto';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { SESSION_IDLE_MS, SESSION_MAX_MS, SESSIONS_PER_USER } from '../rules/session-life.ts';
import { endSessions } from './end-sessions.ts';

export interface NewSession {
  readonly userId: string;
  readonly idleSeconds: number | null;
  readonly address: string;
  readonly userAgent: string;
  readonly now: Date;
  /** By password: what asks for it again is content for a while (security 4.9). */
  readonly byPassword?: boolean;
}

/** Begins a session and answers its token, which is kept nowhere; the database knows the digest only (security 4.1). */
export async function recordSession(db: PlatformDb, session: NewSession): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  // One login of a user at a time, so that two together cannot leave eleven sessions.
  await db.selectFrom('staff_user').select('id').where('id', '=', session.userId).forUpdate().execute();
  await db
    .insertInto('staff_session')
    .values({
      token_digest: sha256(token),
      user_id: session.userId,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: new Date(session.now.getTime() + SESSION_MAX_MS),
      idle_seconds: session.idleSeconds ?? SESSION_IDLE_MS / 1000,
      stepped_up_at: session.byPassword ? session.now : null,
      user_agent: session.userAgent.slice(0, 500),
      address: session.address,
    })
    .execute();
  await endOldestSessions(db, session.userId, session.now);
  return token;
}

async function endOldestSessions(db: PlatformDb, userId: string, at: Date): Promise<void> {
  const beyond = await db
    .selectFrom('staff_session')
    .select('token_digest')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .offset(SESSIONS_PER_USER)
    .execute();
  const digests = beyond.map((row) => row.token_digest);
  await endSessions(db, digests, { because: 'too-many', at });
}

/** The owner has given his password again (security 4.9). */
export async function recordStepUp(db: PlatformDb, digest: Buffer, at: Date): Promise<void> {
  await db.updateTable('staff_session').set({ stepped_up_at: at }).where('token_digest', '=', digest).execute();
}

/** Ends one session by the will of its owner; answers whose it was. */
export async function endSession(db: PlatformDb, token: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('staff_session')
    .where('token_digest', '=', sha256(token))
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}
