import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { addressRange } from '#platform/http/rules/address-range.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { normalAccount } from '#system/session/rules/normal-account.ts';
import {
  type AttemptDecision,
  afterAccountAttempt,
  afterAddressAttempt,
  decideAttempt,
  FAMILIAR_FOR_MS,
  type FailureCount,
} from '../rules/login-throttle.ts';

/** Where an attempt is counted. Accounts are kept as digests: people type passwords into the wrong field. */
export interface AttemptKeys {
  readonly account: string;
  readonly accountSubject: string;
  readonly addressSubject: string;
  /** Address range and user agent, for familiar places. */
  readonly place: string;
}

export function attemptKeys(typedAccount: string, address: string, userAgent: string): AttemptKeys {
  const account = normalAccount(typedAccount);
  const range = addressRange(address);
  return {
    account,
    accountSubject: `account:${sha256(account).toString('hex')}`,
    addressSubject: `address:${range}`,
    place: sha256(`${range}\n${userAgent}`).toString('hex'),
  };
}

/**
 * Decides whether the attempt may be tried and counts it as failed at once, in one transaction: a thousand parallel
 * guesses are a thousand counted failures before the first hash is done. A success takes the count back, a failure makes it
 * final.
 */
export async function beginAttempt(services: Services, keys: AttemptKeys): Promise<AttemptDecision> {
  return services.database.identity(async (db) => {
    const now = services.clock.now();
    const counts = await lockCounts(db, keys, now);
    const familiar = await db
      .selectFrom('login_familiar_place as f')
      .innerJoin('staff_user as u', 'u.id', 'f.user_id')
      .select(['f.user_id', 'f.tries'])
      .where('u.username_key', '=', keys.account)
      .where('f.place', '=', keys.place)
      .where('f.last_success_at', '>', new Date(now.getTime() - FAMILIAR_FOR_MS))
      .executeTakeFirst();
    const decision = decideAttempt({ ...counts, familiarTries: familiar?.tries ?? null }, now);
    if (!decision.allowed) return decision;
    await storeCount(db, keys.accountSubject, afterAccountAttempt(counts.account, now));
    await storeCount(db, keys.addressSubject, afterAddressAttempt(counts.address, now));
    if (decision.byFamiliarity && familiar) {
      await db
        .updateTable('login_familiar_place')
        .set({ tries: familiar.tries + 1 })
        .where('user_id', '=', familiar.user_id)
        .where('place', '=', keys.place)
        .execute();
    }
    return decision;
  });
}

/** The answer says what the caller waits for: many logins at the same moment are no failures of his. */
export function refuseDelayed({ because, retryAfterSeconds }: Refusal): never {
  const problem = because === 'failures' ? 'session.login-delayed' : 'session.login-crowded';
  return raise(problem, { seconds: retryAfterSeconds }, { retryAfterSeconds });
}

type Refusal = Extract<AttemptDecision, { allowed: false }>;

/** The attempt was a failure indeed. */
export async function confirmFailure(db: PlatformDb, keys: AttemptKeys): Promise<void> {
  await db
    .updateTable('login_throttle')
    .set((row) => ({ undecided: row('undecided', '-', 1) }))
    .where('subject', 'in', [keys.accountSubject, keys.addressSubject])
    .where('undecided', '>', 0)
    .execute();
}

/** Takes the counted failure back: the account's failures are cleared, the address keeps what others did from there. */
export async function forgiveAttempt(db: PlatformDb, keys: AttemptKeys): Promise<void> {
  await db.deleteFrom('login_throttle').where('subject', '=', keys.accountSubject).execute();
  await giveBack(db, keys.addressSubject);
}

/** An account whose owner has proved himself otherwise: earlier failures no longer delay it. */
export async function forgiveFailures(db: PlatformDb, username: string): Promise<void> {
  const { accountSubject } = attemptKeys(username, '', '');
  await db.deleteFrom('login_throttle').where('subject', '=', accountSubject).execute();
}

/** For an attempt that was never decided, such as one refused because too many hashes were waiting. */
export async function cancelAttempt(db: PlatformDb, keys: AttemptKeys): Promise<void> {
  for (const subject of [keys.accountSubject, keys.addressSubject]) await giveBack(db, subject);
}

export async function recordFamiliarPlace(db: PlatformDb, userId: string, place: string, now: Date): Promise<void> {
  await db
    .insertInto('login_familiar_place')
    .values({ user_id: userId, place, last_success_at: now, tries: 0 })
    .onConflict((conflict) => conflict.columns(['user_id', 'place']).doUpdateSet({ last_success_at: now, tries: 0 }))
    .execute();
}

async function lockCounts(
  db: PlatformDb,
  keys: AttemptKeys,
  now: Date,
): Promise<{ account: FailureCount | null; address: FailureCount | null }> {
  const subjects = [keys.accountSubject, keys.addressSubject];
  await db
    .insertInto('login_throttle')
    .values(subjects.map((subject) => ({ subject, failures: 0, window_started_at: now, blocked_until: null })))
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .execute();
  const rows = await db
    .selectFrom('login_throttle')
    .select(['subject', 'failures', 'undecided', 'window_started_at', 'blocked_until'])
    .where('subject', 'in', subjects)
    .orderBy('subject')
    .forUpdate()
    .execute();
  const countOf = (subject: string): FailureCount | null => {
    const row = rows.find((one) => one.subject === subject);
    if (!row || row.failures === 0) return null;
    const { failures, undecided } = row;
    return { failures, undecided, windowStartedAt: row.window_started_at, blockedUntil: row.blocked_until };
  };
  return { account: countOf(keys.accountSubject), address: countOf(keys.addressSubject) };
}

async function storeCount(db: PlatformDb, subject: string, count: FailureCount): Promise<void> {
  await db
    .updateTable('login_throttle')
    .set({
      failures: count.failures,
      undecided: count.undecided,
      window_started_at: count.windowStartedAt,
      blocked_until: count.blockedUntil,
    })
    .where('subject', '=', subject)
    .execute();
}

async function giveBack(db: PlatformDb, subject: string): Promise<void> {
  await db
    .updateTable('login_throttle')
    .set((row) => ({
      failures: row('failures', '-', 1),
      undecided: sql<number>`greatest(${row.ref('undecided')} - 1, 0)`,
      blocked_until: null,
    }))
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute();
}
