import type { RequestContext } from '#platform/http/server/context.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import type { ChangePasswordRequest } from '../contract/sign-in.ts';
import { normalAccount } from '../rules/login-throttle.ts';
import { recordIdentityAct } from './identity-audit.ts';
import { attemptKeys, beginAttempt, cancelAttempt, forgiveAttempt } from './login-attempts.ts';
import { getLoginUser } from './login-profile.ts';
import { replacePassword } from './replace-password.ts';
import { requireSafeWay } from './safe-way.ts';
import { sessionParts } from './session-parts.ts';
import { checkPassword, hashPassword } from './set-password.ts';

/** One's own password (platform.md 5). All other sessions end; this one stays (security 4.3). */
export async function changePassword(context: RequestContext, request: ChangePasswordRequest): Promise<null> {
  requireSafeWay(context);
  const { actor, services } = context;
  if (request.username !== undefined && normalAccount(request.username) !== normalAccount(actor.username))
    raise('session.other-user');
  if (request.password !== request.confirmpassword) raise('session.passwords-differ');
  const user = await context.identity((db) => getLoginUser(db, actor.id));
  checkPassword(request.password, { account: user.username, name: user.realname });

  // Counted apart from logins: whoever sits at somebody's open console must not keep him from logging in.
  const keys = attemptKeys(`own password ${user.id}`, context.address, context.userAgent);
  const decision = await beginAttempt(services, keys);
  if (!decision.allowed) {
    const seconds = decision.retryAfterSeconds;
    raise('session.login-delayed', { seconds }, { retryAfterSeconds: seconds });
  }
  const check = await sessionParts(services)
    .hasher.check(request.oldpassword, user.passwordHash)
    .catch(async (error: unknown) => {
      // Nobody looked at the password, so it was no wrong one.
      if (error instanceof Problem) await context.identity((db) => cancelAttempt(db, keys));
      throw error;
    });
  const act = { action: 'user:change-password', objectKind: 'user', objectId: user.id } as const;
  if (!check.matches) {
    await context.identity((db) => recordIdentityAct(db, context, actor, { ...act, result: 'refused' }));
    raise('session.old-password-refused');
  }
  const hash = await hashPassword(services, request.password);
  await context.identity(async (db) => {
    await replacePassword(db, user.id, hash, actor.sessionDigest);
    await forgiveAttempt(db, keys);
    await recordIdentityAct(db, context, actor, { ...act, result: 'done' });
  });
  return null;
}
