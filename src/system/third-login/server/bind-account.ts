import { randomBytes } from 'node:crypto';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { hashPassword } from '#system/passwords/server/index.ts';
import { withSecondStep } from '#system/second-step/server/index.ts';
import { recordIdentityAct } from '#system/session/server/index.ts';
import { isAccountName } from '#system/sign-in/rules/account-name.ts';
import { addAccount, withProvenAccount } from '#system/sign-in/server/index.ts';
import {
  consumeCode,
  forgiveAttempt,
  phoneOf,
  proveByCode,
  requireSafeWay,
  takeMailbox,
} from '#system/verification/server/index.ts';
import type { UnboundAnswer } from '../contract/endpoints.ts';
import { suggestedAccountName } from '../rules/account-name.ts';
import { browserMark } from './browser-mark.ts';
import type { ProviderRow } from './login-provider.ts';
import { findUnbound, recordStep, type StepDetail, takeStep } from './login-steps.ts';
import { findProvider, listProviders } from './provider-store.ts';
import { tieAccount } from './third-accounts.ts';

type Unbound = StepDetail<'unbound'>;

/** Who came back without an account here, for the page that asks how to go on. */
export async function readUnbound(context: RequestContext, request: { operateCode: string }): Promise<UnboundAnswer> {
  const { source, detail } = await unboundOf(context, request.operateCode);
  const provider = (await findProvider(context.services, { source })) ?? raise('third-login.provider-unknown');
  const choices = await listProviders(context.services, context.language);
  return {
    source,
    providerName: choices.find((choice) => choice.source === source)?.name ?? source,
    name: detail.name,
    suggestedUsername: suggestedAccountName(detail),
    mayCreate: provider.createsAccounts,
  };
}

/** Ties the identity to the account whose password is given; a wrong password counts like one at the login. */
export async function bindByPassword(
  context: RequestContext,
  request: {
    operateCode: string;
    jwe?: string | undefined;
    uuid?: string | undefined;
    password?: string | undefined;
    secondStep?: string | undefined;
  },
): Promise<string> {
  await unboundOf(context, request.operateCode);
  const { jwe, uuid, password, secondStep } = request;
  return withProvenAccount(context, { jwe, username: uuid, password, secondStep }, async (db, user) =>
    bind(db, context, await takeUnbound(db, context, request.operateCode), user),
  );
}

/** The same with a code that was sent to the account's phone; a number without an account is answered like a wrong code. */
export async function bindByPhone(
  context: RequestContext,
  request: { mobile: string; captcha: string; thirdUserUuid: string; secondStep?: string | undefined },
): Promise<string> {
  requireSafeWay(context);
  await unboundOf(context, request.thirdUserUuid);
  const phone = phoneOf(request.mobile, 'mobile', context.language);
  const { code, keys } = await proveByCode(
    context,
    { purpose: 'login', value: phone },
    request.captcha,
    'user:bind-third-account',
  );
  const user = await context.identity((db) =>
    db
      .selectFrom('staff_user')
      .select(['id', 'username'])
      .where('phone', '=', phone)
      .where('status', '=', 1)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  );
  if (!user) raise('session.code-refused');
  return withSecondStep(context, { userId: user.id, typed: request.secondStep, keys }, async (db) => {
    const unbound = await takeUnbound(db, context, request.thirdUserUuid);
    if (!(await consumeCode(db, code))) raise('session.code-refused');
    await forgiveAttempt(db, keys);
    return bind(db, context, unbound, user);
  });
}

async function bind(
  db: PlatformDb,
  context: RequestContext,
  unbound: { source: string; detail: Unbound; browser: string },
  user: { readonly id: string; readonly username: string },
): Promise<string> {
  const { source, detail } = unbound;
  await tieAccount(db, detail, user.id, context.now());
  const who = { kind: 'staff', id: user.id, name: user.username } as const;
  await recordIdentityAct(db, context, who, {
    action: 'user:bind-third-account',
    result: 'done',
    objectKind: 'user',
    objectId: user.id,
    reason: `${source} ${detail.authority} ${detail.subject}`.slice(0, 500),
  });
  return codeFor(db, context, unbound, user.id);
}

/** Makes an account for the identity, where its provider may; it has no password until its owner sets one. */
export async function createByProvider(
  context: RequestContext,
  request: { operateCode: string; username: string },
): Promise<string> {
  const { source } = await unboundOf(context, request.operateCode);
  const provider = await findProvider(context.services, { source });
  if (!provider?.createsAccounts) raise('third-login.creation-closed');
  const { username } = request;
  if (!isAccountName(username)) {
    raise('request.malformed', {}, { faults: [{ path: 'username', code: 'fault.format' }] });
  }
  const passwordHash = await hashPassword(context.services, randomBytes(32).toString('base64url'));
  return context.identity(async (db) => {
    const unbound = await takeUnbound(db, context, request.operateCode);
    const userId = await recordUser(db, unbound.detail, username, passwordHash);
    if (userId === undefined) raise('third-login.username-taken');
    await join(db, provider, userId);
    await tieAccount(db, unbound.detail, userId, context.now());
    const who = { kind: 'staff', id: userId, name: username } as const;
    await recordIdentityAct(db, context, who, {
      action: 'user:create-from-third-account',
      result: 'done',
      objectKind: 'user',
      objectId: userId,
      reason: `${source} ${unbound.detail.authority} ${unbound.detail.subject}`.slice(0, 500),
    });
    return codeFor(db, context, unbound, userId);
  });
}

/** Undefined where the name is taken. */
async function recordUser(
  db: PlatformDb,
  identity: Unbound,
  username: string,
  passwordHash: string,
): Promise<string | undefined> {
  const { email } = identity;
  if (email !== undefined) await takeMailbox(db, email);
  const isTaken =
    email !== undefined &&
    (await db
      .selectFrom('staff_user')
      .select('id')
      .where((row) => row(row.fn<string>('lower', ['email']), '=', email.toLowerCase()))
      .executeTakeFirst());
  return addAccount(db, {
    username,
    realname: identity.name || username,
    email: isTaken ? null : (email ?? null),
    passwordHash,
  });
}

/** Where the operator wants such accounts to belong; without it they belong nowhere until an administrator acts. */
async function join(db: PlatformDb, provider: ProviderRow, userId: string): Promise<void> {
  if (provider.joinsTenantId === null) return;
  const tenant_id = Number(provider.joinsTenantId);
  await db.insertInto('membership').values({ tenant_id, user_id: userId }).execute();
  // A role that is gone by now gives nothing.
  const role =
    provider.joinsRoleCode !== null &&
    (await db
      .selectFrom('role')
      .select('id')
      .where('tenant_id', '=', tenant_id)
      .where('role_code', '=', provider.joinsRoleCode)
      .executeTakeFirst());
  if (role) await db.insertInto('user_role').values({ tenant_id, user_id: userId, role_id: role.id }).execute();
  await rightsChanged(db, [userId], tenant_id);
}

const browserOf = (context: RequestContext): string =>
  browserMark(context.services, context.headers) ?? raise('third-login.step-invalid');

async function unboundOf(context: RequestContext, operateCode: string): Promise<{ source: string; detail: Unbound }> {
  const place = { browser: browserOf(context), now: context.now() };
  return (await context.identity((db) => findUnbound(db, operateCode, place))) ?? raise('third-login.step-invalid');
}

async function takeUnbound(db: PlatformDb, context: RequestContext, operateCode: string) {
  const browser = browserOf(context);
  const step = await takeStep(db, 'unbound', operateCode, { browser, now: context.now() });
  if (!step) return raise('third-login.step-invalid');
  return { ...step, browser };
}

async function codeFor(
  db: PlatformDb,
  context: RequestContext,
  { source, detail, browser }: { source: string; detail: Unbound; browser: string },
  userId: string,
): Promise<string> {
  const { authority, subject } = detail;
  return recordStep(db, 'code', { source, browser, now: context.now() }, { userId, authority, subject });
}
