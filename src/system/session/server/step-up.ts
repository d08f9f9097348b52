import type { RequestContext } from '#platform/http/server/context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { StepUpRequest } from '../contract/sign-in.ts';
import { isSteppedUp } from '../rules/step-up.ts';
import { getLoginUser } from './login-profile.ts';
import { proveOwnPassword } from './prove-own-password.ts';
import { requireSafeWay } from './safe-way.ts';

/** The password again; it is bound to this session (security 4.9). */
export async function stepUp(context: RequestContext, request: StepUpRequest): Promise<null> {
  requireSafeWay(context);
  const { actor } = context;
  const digest = actor.sessionDigest ?? raise('request.unauthenticated');
  const user = await context.identity((db) => getLoginUser(db, actor.id));
  const settle = await proveOwnPassword(context, user, request.currentPassword, {
    name: 'step up',
    action: 'session:step-up',
    refusal: 'session.password-refused',
  });
  await context.identity(async (db) => {
    await db
      .updateTable('staff_session')
      .set({ stepped_up_at: context.now() })
      .where('token_digest', '=', digest)
      .execute();
    await settle(db);
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
