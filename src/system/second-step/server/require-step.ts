import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { getLoginUser, recordIdentityAct, recordRefusedLogin } from '#system/session/server/index.ts';
import { type AttemptKeys, cancelAttempt, confirmFailure } from '#system/verification/server/index.ts';
import { takeStep } from './take-step.ts';

interface SecondStepAsked {
  readonly userId: string;
  /** As it was typed beside the first proof. */
  readonly typed: string | undefined;
  /** Where the attempt is counted: a wrong code is a failure of it, a login that did not know of the step none. */
  readonly keys: AttemptKeys;
}

/** Between the first proof, by password or by phone, and what it is for: who has a second step must have given it (decision 143). */
export async function requireSecondStep(
  context: RequestContext,
  { userId, typed, keys }: SecondStepAsked,
): Promise<void> {
  const result = await context.identity(async (db) => {
    const taken = await takeStep(context.services, db, { userId, typed, now: context.now() });
    if (taken === 'recovered') await recordRecovery(context, db, userId);
    return taken;
  });
  if (result === 'missing') {
    await context.identity((db) => cancelAttempt(db, keys));
    raise('session.second-step-required');
  }
  if (result !== 'wrong') return;
  const user = await context.identity((db) => getLoginUser(db, userId));
  await recordRefusedLogin(context, user, 'second-step', (db) => confirmFailure(db, keys));
  raise('session.second-step-refused');
}

/** Its owner sees a code that he did not use himself. */
async function recordRecovery(context: RequestContext, db: PlatformDb, userId: string): Promise<void> {
  const { username } = await getLoginUser(db, userId);
  const who = { kind: 'staff', id: userId, name: username } as const;
  const act = { action: 'user:use-recovery-code', result: 'done', objectKind: 'user', objectId: userId } as const;
  await recordIdentityAct(db, context, who, act);
}
