import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { recordIdentityAct } from '#system/session/server/index.ts';
import { type AttemptKeys, attemptKeys, beginAttempt, confirmFailure, refuseDelayed } from '../login-attempts.ts';
import { type CodeSubject, type GivenCode, tryCode } from './code-store.ts';

/** What a wrong code is noted as. */
type Act =
  | 'session:login'
  | 'user:bind-third-account'
  | 'user:register'
  | 'user:alter-password'
  | 'user:change-phone'
  | 'user:change-email';

export interface Proof {
  readonly code: GivenCode;
  /** For `forgiveAttempt`, in the transaction that uses the code up. */
  readonly keys: AttemptKeys;
}

/**
 * A code as proof of a phone or mailbox. Tries are limited three times over: five for each code, growing delays for what
 * the code is for, and fifty failures for an address range (security 4.6). Wrong, late, used and never sent look the same.
 */
export async function proveByCode(
  context: RequestContext,
  subject: CodeSubject,
  typed: string,
  act: Act,
): Promise<Proof> {
  const { services } = context;
  const keys = attemptKeys(`${subject.purpose} code ${subject.value}`, context.address, context.userAgent);
  const decision = await beginAttempt(services, keys);
  if (!decision.allowed) refuseDelayed(decision);
  const code = await context.identity(async (db) => {
    const given = await tryCode(services, db, subject, typed, context.now());
    if (!given) {
      await confirmFailure(db, keys);
      const who = { kind: 'open', id: '', name: '' } as const;
      await recordIdentityAct(db, context, who, { action: act, result: 'refused', reason: 'code' });
    }
    return given;
  });
  return { code: code ?? raise('session.code-refused'), keys };
}
