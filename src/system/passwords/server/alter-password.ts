import { randomBytes } from 'node:crypto';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { normalAccount } from '#system/session/rules/normal-account.ts';
import { findLoginUser, getLoginUser, recordIdentityAct } from '#system/session/server/index.ts';
import { phoneWithCountry } from '#system/verification/rules/phone-number.ts';
import {
  askedAs,
  askForCode,
  consumeCode,
  findCodeRequest,
  forgiveAttempt,
  forgiveFailures,
  proveByCode,
  requireSafeWay,
  takeCaptcha,
} from '#system/verification/server/index.ts';
import type {
  AlterationTicket,
  AlterPasswordRequest,
  BeginAlterationRequest,
  VerifyAlterationAnswer,
  VerifyAlterationRequest,
} from '../contract/passwords.ts';
import { replacePassword } from './replace-password.ts';
import { checkPassword, hashPassword } from './set-password.ts';

/** What follows a code that was given: the new password. */
const PASSWORD_TICKET_MS = 10 * 60_000;

const newTicket = (): string => randomBytes(32).toString('base64url');

/** Step 1. The account typed may be a name, a phone or an e-mail; the answer is the same for an unknown one. */
export async function beginAlteration(
  context: RequestContext,
  request: BeginAlterationRequest,
): Promise<AlterationTicket> {
  const { services } = context;
  const typed = normalAccount(request.account);
  const phone = phoneWithCountry(typed, context.language);
  const found = await context.identity(async (db) => {
    const isRight = await takeCaptcha(services, db, request, context.now());
    return isRight ? { userId: await findPerson(db, typed, phone) } : undefined;
  });
  if (!found) raise('session.captcha-refused');
  const ticket = newTicket();
  await askForCode(
    context,
    { purpose: 'alter', value: ticket },
    { askedAs: askedAs(phone ?? typed), ticket, phone: null, userId: found.userId },
  );
  return { ticket };
}

/** The code again, to the same person, counted for the account that was typed; a later code replaces the earlier one. */
export async function repeatAlterationCode(context: RequestContext, { ticket }: AlterationTicket): Promise<null> {
  const subject = { purpose: 'alter', value: ticket } as const;
  const known = await context.identity((db) => findCodeRequest(context.services, db, subject, context.now()));
  if (!known) raise('session.alteration-over');
  await askForCode(context, subject, { ...known, ticket, phone: null });
  return null;
}

/** Step 2. A caller with the code gets the account's name, and the right to set its password once. */
export async function verifyAlteration(
  context: RequestContext,
  request: VerifyAlterationRequest,
): Promise<VerifyAlterationAnswer> {
  requireSafeWay(context);
  const subject = { purpose: 'alter', value: request.ticket } as const;
  const { code, keys } = await proveByCode(context, subject, request.smscode, 'user:alter-password');
  return context.identity(async (db) => {
    const user = code.userId === null ? undefined : await getLoginUser(db, code.userId);
    // A guessed code for an unknown account, or one that may not be reset, is a wrong code.
    if (!user?.isActive || user.isRoot) return raise('session.code-refused');
    if (!(await consumeCode(db, code))) raise('session.code-refused');
    await forgiveAttempt(db, keys);
    const ticket = newTicket();
    await db
      .insertInto('password_ticket')
      .values({
        digest: sha256(ticket),
        user_id: user.id,
        expires_at: new Date(context.now().getTime() + PASSWORD_TICKET_MS),
      })
      .execute();
    return { username: user.username, ticket };
  });
}

/** Step 3. All sessions of the account end (security 4.3). */
export async function alterPassword(context: RequestContext, request: AlterPasswordRequest): Promise<null> {
  requireSafeWay(context);
  const { services } = context;
  const digest = sha256(request.ticket);
  const user = await context.identity(async (db) => {
    const row = await db
      .selectFrom('password_ticket')
      .select('user_id')
      .where('digest', '=', digest)
      .where('expires_at', '>', context.now())
      .executeTakeFirst();
    return row && getLoginUser(db, row.user_id);
  });
  if (!user?.isActive) raise('session.alteration-over');
  checkPassword(request.password, { account: user.username, name: user.realname });
  const hash = await hashPassword(services, request.password);
  await context.identity(async (db) => {
    const taken = await db.deleteFrom('password_ticket').where('digest', '=', digest).returning('user_id').execute();
    if (taken.length === 0) raise('session.alteration-over');
    await replacePassword(db, user.id, { hash, at: context.now() });
    await forgiveFailures(db, user.username);
    const who = { kind: 'staff', id: user.id, name: user.username } as const;
    await recordIdentityAct(db, context, who, {
      action: 'user:alter-password',
      result: 'done',
      objectKind: 'user',
      objectId: user.id,
    });
  });
  return null;
}

/** By name first, then by phone or mailbox: a text is one of the two, and no name that is chosen looks like either. */
async function findPerson(db: PlatformDb, typed: string, phone: string | undefined): Promise<string | null> {
  const byName = await findLoginUser(db, typed);
  if (byName) return byName.id;
  const byContact = await db
    .selectFrom('staff_user')
    .select('id')
    .where((row) =>
      phone === undefined ? row(row.fn<string>('lower', ['email']), '=', typed) : row('phone', '=', phone),
    )
    .executeTakeFirst();
  return byContact?.id ?? null;
}
