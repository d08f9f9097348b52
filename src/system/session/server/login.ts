import { isIP } from 'node:net';
import type { RequestContext } from '#platform/http/server/context.ts';
import type { Services } from '#platform/http/server/slice.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import type { LoginAnswer, LoginRequest } from '../contract/login.ts';
import { recordIdentityAct } from './identity-audit.ts';
import {
  type AttemptKeys,
  attemptKeys,
  beginAttempt,
  cancelAttempt,
  forgiveAttempt,
  recordFamiliarPlace,
} from './login-attempts.ts';
import { findLoginUser, type LoginUser, loginProfile } from './login-profile.ts';
import { sessionParts } from './session-parts.ts';
import { recordSession } from './session-store.ts';

/**
 * Login (platform.md 4, security 4). Unknown account, wrong password and disabled account get the same answer at the same
 * cost; the attempt is counted before its password is looked at.
 */
export async function login(context: RequestContext, request: LoginRequest): Promise<LoginAnswer> {
  const { services } = context;
  const form = await readForm(context, request);
  const keys = attemptKeys(form.username, context.address, context.userAgent);

  const decision = await beginAttempt(services, keys);
  if (!decision.allowed) {
    await recordRefusal(context, undefined, 'delayed');
    raise(
      'session.login-delayed',
      { seconds: decision.retryAfterSeconds },
      { retryAfterSeconds: decision.retryAfterSeconds },
    );
  }

  const user = await services.database.identity((db) => findLoginUser(db, keys.account));
  const check = await checkPassword(services, keys, form.password, user);
  if (!user || !check.matches || !user.isActive) {
    await recordRefusal(context, user, 'refused');
    raise('session.login-refused');
  }
  return begin(context, keys, user, check.isOutdated ? form.password : undefined);
}

/** Logged in: everything that follows from it, in one transaction. */
async function begin(
  context: RequestContext,
  keys: AttemptKeys,
  user: LoginUser,
  rehash: string | undefined,
): Promise<LoginAnswer> {
  const newHash = rehash === undefined ? undefined : await sessionParts(context.services).hasher.hash(rehash);
  const answer = await context.identity(async (db) => {
    const now = context.now();
    const profile = await loginProfile(db, user, context.language);
    if (profile.hasOnlyDisabledTenants) return undefined;
    await forgiveAttempt(db, keys);
    await recordFamiliarPlace(db, user.id, keys.place, now);
    if (newHash !== undefined) {
      await db.updateTable('staff_user').set({ password_hash: newHash }).where('id', '=', user.id).execute();
    }
    const token = await recordSession(db, {
      userId: user.id,
      idleSeconds: profile.idleSeconds,
      address: context.address,
      userAgent: context.userAgent,
      now,
    });
    const who = { kind: 'staff', id: user.id, name: user.username } as const;
    await recordIdentityAct(db, context, who, { action: 'session:login', result: 'done', objectId: user.id });
    return { token, ...profile.answer };
  });
  if (answer) return answer;
  await recordRefusal(context, user, 'tenants-disabled');
  return raise('session.tenants-disabled');
}

async function readForm(
  context: RequestContext,
  request: LoginRequest,
): Promise<{ username: string; password: string }> {
  if (request.jwe !== undefined) return sessionParts(context.services).keys.open(context.services, request.jwe);
  if (!isLoopback(context.address) && !context.services.config.publicUrl.startsWith('https:'))
    raise('session.login-in-clear');
  return { username: request.username ?? '', password: request.password ?? '' };
}

/** Clear forms travel over TLS or loopback only (product.md 3). */
function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

async function checkPassword(services: Services, keys: AttemptKeys, password: string, user: LoginUser | undefined) {
  try {
    return await sessionParts(services).hasher.check(password, user?.passwordHash);
  } catch (error) {
    // Nobody looked at the password, so it was no wrong one.
    if (error instanceof Problem) await services.database.identity((db) => cancelAttempt(db, keys));
    throw error;
  }
}

async function recordRefusal(context: RequestContext, user: LoginUser | undefined, reason: string): Promise<void> {
  const who = { kind: 'open', id: user?.id ?? '', name: user?.username ?? '' } as const;
  await context.services.database.identity((db) =>
    recordIdentityAct(db, context, who, {
      action: 'session:login',
      result: 'refused',
      objectId: user?.id ?? '',
      reason,
    }),
  );
}
