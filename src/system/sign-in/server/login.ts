import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { beginSession } from '#system/session/server/index.ts';
import type { LoginRequest } from '../contract/login.ts';
import { proveAccount } from './prove-account.ts';

/** Login by account and password (platform.md 4, security 4). */
export async function login(context: RequestContext, request: LoginRequest): Promise<LoginAnswer> {
  const account = await proveAccount(context, request);
  return beginSession(context, account.user.id, { byPassword: true, alongside: (db) => account.settle(db) });
}
