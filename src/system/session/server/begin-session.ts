import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { LoginAnswer } from '../contract/login-answer.ts';
import { recordIdentityAct } from './identity-audit.ts';
import { noteLogin } from './login-log.ts';
import { getLoginUser, loginProfile } from './login-profile.ts';
import { recordRefusedLogin } from './record-refused-login.ts';
import { recordSession } from './session-store.ts';

const PROBLEMS = {
  refused: 'session.login-refused',
  frozen: 'session.frozen',
  'tenants-disabled': 'session.tenants-disabled',
} as const;

/**
 * Begins the session of a user who has proved who he is, by any means, in one transaction with `alongside`. Refuses
 * a disabled or deleted account, one that is frozen in all its tenants, and one whose tenants are all disabled (platform.md 4).
 */
export async function beginSession(
  context: RequestContext,
  userId: string,
  options: {
    /** How he proved it, for the audit row: `third-login:oidc`. */
    readonly means?: string;
    readonly byPassword?: boolean;
    readonly alongside?: (db: PlatformDb) => Promise<void>;
  } = {},
): Promise<LoginAnswer> {
  const outcome = await context.identity(async (db) => {
    const user = await getLoginUser(db, userId);
    if (!user.isActive) return { user, refusal: 'refused' as const };
    const profile = await loginProfile(context, db, user);
    if (profile.refusal) return { user, refusal: profile.refusal };
    await options.alongside?.(db);
    const token = await recordSession(db, {
      userId: user.id,
      idleSeconds: profile.idleSeconds,
      address: context.address,
      userAgent: context.userAgent,
      now: context.now(),
      byPassword: options.byPassword === true,
    });
    const who = { kind: 'staff', id: user.id, name: user.username } as const;
    await recordIdentityAct(db, context, who, {
      action: 'session:login',
      result: 'done',
      objectId: user.id,
      ...(options.means === undefined ? {} : { reason: options.means }),
    });
    const means = options.means ?? (options.byPassword ? 'password' : '');
    await noteLogin(db, context, { act: 'login', userId: user.id, means, token });
    return { answer: { token, ...profile.answer } };
  });
  if (outcome.answer) return outcome.answer;
  await recordRefusedLogin(context, outcome.user, outcome.refusal);
  return raise(PROBLEMS[outcome.refusal]);
}
