import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { hashPassword, tryPassword } from '#system/passwords/server/index.ts';
import { requireSecondStep, withSecondStep } from '#system/second-step/server/index.ts';
import { findLoginUser, type LoginUser, recordRefusedLogin } from '#system/session/server/index.ts';
import {
  type AttemptKeys,
  attemptKeys,
  beginAttempt,
  confirmFailure,
  forgiveAttempt,
  recordFamiliarPlace,
  refuseDelayed,
  requireSafeWay,
} from '#system/verification/server/index.ts';
import type { LoginRequest } from '../contract/login.ts';
import { loginKeysOf } from './login-keys.ts';

export interface ProvenAccount {
  readonly user: LoginUser;
  /** Belongs to the transaction of what the proof was for: failures forgiven, place known, old hash replaced. */
  settle(db: PlatformDb): Promise<void>;
}

type AccountForm = Pick<LoginRequest, 'jwe' | 'username' | 'password' | 'secondStep'>;

interface ProvenPassword extends ProvenAccount {
  readonly keys: AttemptKeys;
  /** As it was typed. */
  readonly secondStep: string | undefined;
}

/** A login, whose session begins in a transaction of its own. */
export async function proveAccount(context: RequestContext, request: AccountForm): Promise<ProvenAccount> {
  const proven = await provePassword(context, request);
  await requireSecondStep(context, { userId: proven.user.id, typed: proven.secondStep, keys: proven.keys });
  return proven;
}

/** What a proof is for beside a login, in one transaction with it: where that is refused, only a wrong proof is held against the caller. */
export async function withProvenAccount<T>(
  context: RequestContext,
  request: AccountForm,
  work: (db: PlatformDb, user: LoginUser) => Promise<T>,
): Promise<T> {
  const { user, secondStep: typed, keys, settle } = await provePassword(context, request);
  return withSecondStep(context, { userId: user.id, typed, keys }, async (db) => {
    await settle(db);
    return work(db, user);
  });
}

/**
 * Account and password of a form (platform.md 4, security 4). Unknown account, wrong password and disabled account get the same
 * answer at the same cost; the attempt is counted before its password is looked at.
 */
async function provePassword(context: RequestContext, request: AccountForm): Promise<ProvenPassword> {
  const { services } = context;
  const form = await readForm(context, request);
  const keys = attemptKeys(form.username, context.address, context.userAgent);

  const decision = await beginAttempt(services, keys);
  if (!decision.allowed) {
    // many logins at the same moment are no failures
    if (decision.because === 'failures') await recordRefusedLogin(context, undefined, 'delayed');
    refuseDelayed(decision);
  }

  const user = await services.database.identity((db) => findLoginUser(db, keys.account));
  const check = await tryPassword(services, keys, form.password, user?.passwordHash);
  if (!user || !check.matches || !user.isActive) {
    await recordRefusedLogin(context, user, 'refused', (db) => confirmFailure(db, keys));
    raise('session.login-refused');
  }
  const newHash = check.isOutdated ? await hashPassword(services, form.password) : undefined;
  return {
    ...{ user, keys, secondStep: form.secondStep },
    settle: async (db) => {
      await forgiveAttempt(db, keys);
      await recordFamiliarPlace(db, user.id, keys.place, context.now());
      if (newHash === undefined) return;
      await db.updateTable('staff_user').set({ password_hash: newHash }).where('id', '=', user.id).execute();
    },
  };
}

async function readForm(
  context: RequestContext,
  request: AccountForm,
): Promise<{ username: string; password: string; secondStep?: string | undefined }> {
  if (request.jwe !== undefined) return loginKeysOf(context.services).open(context.services, request.jwe);
  requireSafeWay(context);
  const { username = '', password = '', secondStep } = request;
  return { username, password, secondStep };
}
