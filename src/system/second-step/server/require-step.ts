import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import { getLoginUser, recordIdentityAct, recordRefusedLogin } from '#system/session/server/index.ts';
import { type AttemptKeys, cancelAttempt, confirmFailure, forgiveAttempt } from '#system/verification/server/index.ts';
import { takeStep } from './take-step.ts';

interface SecondStepAsked {
  readonly userId: string;
  /** As it was typed beside the first proof. */
  readonly typed: string | undefined;
  /** Where the attempt is counted: a wrong code is a failure of it, a login that did not know of the step none. */
  readonly keys: AttemptKeys;
}

/** Between the first proof, by password or by phone, and what it is for: who has a second step must have given it (decision 143). */
export const requireSecondStep = (context: RequestContext, asked: SecondStepAsked): Promise<void> =>
  withSecondStep(context, asked, async () => undefined);

/**
 * The same in one transaction with what the proofs are for: where that is refused, a code of the step is not used up, and the
 * attempt was no failure.
 */
export async function withSecondStep<T>(
  context: RequestContext,
  { userId, typed, keys }: SecondStepAsked,
  work: (db: PlatformDb) => Promise<T>,
): Promise<T> {
  const outcome = await context
    .identity(async (db) => {
      const taken = await takeStep(context.services, db, { userId, typed, now: context.now() });
      if (taken === 'missing' || taken === 'wrong') return { lacks: taken };
      if (taken === 'recovered') await recordRecovery(context, db, userId);
      return { lacks: undefined, done: await work(db) };
    })
    .catch(async (error: unknown) => {
      if (error instanceof Problem) await context.identity((db) => forgiveAttempt(db, keys));
      throw error;
    });
  if (outcome.lacks === undefined) return outcome.done;
  if (outcome.lacks === 'missing') {
    await context.identity((db) => cancelAttempt(db, keys));
    return raise('session.second-step-required');
  }
  const user = await context.identity((db) => getLoginUser(db, userId));
  await recordRefusedLogin(context, user, 'second-step', (db) => confirmFailure(db, keys));
  return raise('session.second-step-refused');
}

/** Its owner sees a code that he did not use himself. */
async function recordRecovery(context: RequestContext, db: PlatformDb, userId: string): Promise<void> {
  const { username } = await getLoginUser(db, userId);
  const who = { kind: 'staff', id: userId, name: username } as const;
  const act = { action: 'user:use-recovery-code', result: 'done', objectKind: 'user', objectId: userId } as const;
  await recordIdentityAct(db, context, who, act);
}
