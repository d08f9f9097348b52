import type { RequestContext } from '#platform/http/server/context.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import type { StepUpRequest } from '../contract/sign-in.ts';
import { isSteppedUp } from '../rules/step-up.ts';
import { recordIdentityAct } from './identity-audit.ts';
import { attemptKeys, beginAttempt, cancelAttempt, forgiveAttempt } from './login-attempts.ts';
import { getLoginUser } from './login-profile.ts';
import { requireSafeWay } from './safe-way.ts';
import { sessionParts } from './session-parts.ts';

/**
 * The password again, bound to this session and throttled like a login (security 4.9, 4.6). Counted apart from logins:
 * whoever sits at somebody's open console must not keep him from logging in.
 */
export async function stepUp(context: RequestContext, request: StepUpRequest): Promise<null> {
  requireSafeWay(context);
  const { actor, services } = context;
  const digest = actor.sessionDigest ?? raise('request.unauthenticated');
  const user = await context.identity((db) => getLoginUser(db, actor.id));
  const keys = attemptKeys(`step up ${user.id}`, context.address, context.userAgent);
  const decision = await beginAttempt(services, keys);
  if (!decision.allowed) {
    const seconds = decision.retryAfterSeconds;
    raise('session.login-delayed', { seconds }, { retryAfterSeconds: seconds });
  }
  const check = await sessionParts(services)
    .hasher.check(request.currentPassword, user.passwordHash)
    .catch(async (error: unknown) => {
      // nobody looked at the password, so it was no wrong one
      if (error instanceof Problem) await context.identity((db) => cancelAttempt(db, keys));
      throw error;
    });
  const act = { action: 'session:step-up', objectKind: 'user', objectId: user.id } as const;
  if (!check.matches) {
    await context.identity((db) => recordIdentityAct(db, context, actor, { ...act, result: 'refused' }));
    raise('session.password-refused');
  }
  await context.identity(async (db) => {
    await forgiveAttempt(db, keys);
    await db
      .updateTable('staff_session')
      .set({ stepped_up_at: context.now() })
      .where('token_digest', '=', digest)
      .execute();
    await recordIdentityAct(db, context, actor, { ...act, result: 'done' });
  });
  return null;
}

/** Refuses unless the password was given in this session within the last five minutes (security 4.9). */
export async function requireStepUp({ actor, services, now }: Pick<RequestContext, 'actor' | 'services' | 'now'>) {
  const [session] = await services.database.identityQuery<{ stepped_up_at: Date | null }>({
    name: 'find-step-up',
    text: 'select stepped_up_at from staff_session where token_digest = $1',
    values: [actor.sessionDigest ?? null],
  });
  if (!isSteppedUp(session?.stepped_up_at ?? null, now())) raise('session.step-up-required');
}
