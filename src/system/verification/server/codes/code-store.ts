import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { sameDigest, sha256 } from '#platform/secrets/server/secrets.ts';
import { CODE_LIFE_MS, CODE_TRIES, codeOf } from '../../rules/code-life.ts';

type Keys = Pick<Services, 'secrets'>;

export type CodePurpose = 'login' | 'register' | 'alter' | 'phone' | 'email';

/** What a code is for: a phone for a login or a registration, the ticket of a password alteration, an account and its new phone or mailbox. */
export interface CodeSubject {
  readonly purpose: CodePurpose;
  readonly value: string;
}

/** Bound to phone and purpose, and not readable with the database alone (security 4.6). */
function subjectDigest({ secrets }: Keys, { purpose, value }: CodeSubject): Buffer {
  return secrets.hmac('sign-in-code-subject', `${purpose}\n${value}`);
}

/** The code of a request. It is computed whenever it is needed and kept nowhere. */
export function codeOfRequest({ secrets }: Keys, id: string): string {
  return codeOf(secrets.hmac('sign-in-code', id));
}

/** A new request replaces the one before it: the code in the newest message is the one that counts. */
export async function recordCodeRequest(
  keys: Keys,
  db: PlatformDb,
  subject: CodeSubject,
  request: {
    phone: string | null;
    email?: string | null;
    userId: string | null;
    askedAs: string | null;
    language: Language;
    now: Date;
  },
): Promise<string> {
  const row = {
    id: newId(),
    purpose: subject.purpose,
    phone: request.phone,
    email: request.email ?? null,
    user_id: request.userId,
    asked_as: request.askedAs,
    language: request.language,
    tries: 0,
    expires_at: new Date(request.now.getTime() + CODE_LIFE_MS),
  };
  await db
    .insertInto('sign_in_code')
    .values({ subject: subjectDigest(keys, subject), ...row })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(row))
    .execute();
  return row.id;
}

/** The request behind a ticket, to send its code again. */
export async function findCodeRequest(
  keys: Keys,
  db: PlatformDb,
  subject: CodeSubject,
  now: Date,
): Promise<{ userId: string | null; askedAs: string | null } | undefined> {
  const row = await db
    .selectFrom('sign_in_code')
    .select(['user_id', 'asked_as'])
    .where('subject', '=', subjectDigest(keys, subject))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && { userId: row.user_id, askedAs: row.asked_as };
}

export interface CodeToSend {
  readonly purpose: CodePurpose;
  readonly phone: string | null;
  readonly email: string | null;
  readonly userId: string | null;
  readonly language: Language;
  readonly expiresAt: Date;
}

export async function findCodeToSend(db: PlatformDb, id: string, now: Date): Promise<CodeToSend | undefined> {
  const row = await db
    .selectFrom('sign_in_code')
    .select(['purpose', 'phone', 'email', 'user_id', 'language', 'expires_at'])
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return (
    row && {
      purpose: row.purpose as CodePurpose,
      phone: row.phone,
      email: row.email,
      userId: row.user_id,
      language: row.language as Language,
      expiresAt: row.expires_at,
    }
  );
}

export interface GivenCode {
  readonly id: string;
  readonly userId: string | null;
}

/**
 * Counts a try and answers the request when the code is right; undefined for a wrong, late or used-up one and where none was
 * asked for. The right code stays until `consumeCode`, which belongs to the transaction of what it was for.
 */
export async function tryCode(
  keys: Keys,
  db: PlatformDb,
  subject: CodeSubject,
  code: string,
  now: Date,
): Promise<GivenCode | undefined> {
  const row = await db
    .updateTable('sign_in_code')
    .set((columns) => ({ tries: columns('tries', '+', 1) }))
    .where('subject', '=', subjectDigest(keys, subject))
    .where('tries', '<', CODE_TRIES)
    .where('expires_at', '>', now)
    .returning(['id', 'user_id'])
    .executeTakeFirst();
  // Compared all the same where nothing was asked for.
  const expected = codeOfRequest(keys, row?.id ?? newId());
  const matches = sameDigest(sha256(expected), sha256(code.trim()));
  return row && matches ? { id: row.id, userId: row.user_id } : undefined;
}

/** Uses the code up; false for all but the first who try. */
export async function consumeCode(db: PlatformDb, { id }: GivenCode): Promise<boolean> {
  return (await db.deleteFrom('sign_in_code').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined;
}
