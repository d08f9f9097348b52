import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { normalAccount } from '#system/session/rules/normal-account.ts';
import { getLoginUser } from '#system/session/server/index.ts';
import { requireSafeWay } from '#system/verification/server/index.ts';
import type { ChangePasswordRequest } from '../contract/passwords.ts';
import { proveOwnPassword } from './prove-own-password.ts';
import { replacePassword } from './replace-password.ts';
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
  const settle = await proveOwnPassword(context, user, request.oldpassword, {
    name: 'own password',
    action: 'user:change-password',
    refusal: 'session.old-password-refused',
  });
  const hash = await hashPassword(services, request.password);
  await context.identity(async (db) => {
    await replacePassword(db, user.id, { hash, at: context.now(), exceptSession: actor.sessionDigest });
    await settle(db);
  });
  return null;
}
