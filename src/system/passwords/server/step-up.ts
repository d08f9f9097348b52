import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { getLoginUser, recordStepUp } from '#system/session/server/index.ts';
import { requireSafeWay } from '#system/verification/server/index.ts';
import type { StepUpRequest } from '../contract/passwords.ts';
import { proveOwnPassword } from './prove-own-password.ts';

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
    await recordStepUp(db, digest, context.now());
    await settle(db);
  });
  return null;
}
