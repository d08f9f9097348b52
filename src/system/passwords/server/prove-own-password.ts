import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { type LoginUser, recordIdentityAct } from '#system/session/server/index.ts';
import {
  attemptKeys,
  beginAttempt,
  confirmFailure,
  forgiveAttempt,
  refuseDelayed,
} from '#system/verification/server/index.ts';
import { tryPassword } from './try-password.ts';

interface OwnMatter {
  /** Its tries are counted by this name. */
  readonly name: string;
  readonly action: 'session:step-up' | 'user:change-password';
  readonly refusal: 'session.password-refused' | 'session.old-password-refused';
}

/** Belongs to the transaction of what the proof was for: failures forgiven, the act noted. */
export type SettleProof = (db: PlatformDb) => Promise<void>;

/**
 * The password of a logged-in user once more, throttled like a login (security 4.6, 4.9). Counted apart from
 * logins: a person at the open console of a user must not lock that user out.
 */
export async function proveOwnPassword(
  context: RequestContext,
  user: LoginUser,
  password: string,
  { name, action, refusal }: OwnMatter,
): Promise<SettleProof> {
  const { actor, services } = context;
  const keys = attemptKeys(`${name} ${user.id}`, context.address, context.userAgent);
  const decision = await beginAttempt(services, keys);
  if (!decision.allowed) refuseDelayed(decision);
  const check = await tryPassword(services, keys, password, user.passwordHash);
  const act = { action, objectKind: 'user', objectId: user.id } as const;
  if (!check.matches) {
    await context.identity(async (db) => {
      await confirmFailure(db, keys);
      await recordIdentityAct(db, context, actor, { ...act, result: 'refused' });
    });
    raise(refusal);
  }
  return async (db) => {
    await forgiveAttempt(db, keys);
    await recordIdentityAct(db, context, actor, { ...act, result: 'done' });
  };
}
