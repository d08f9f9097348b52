import { randomBytes } from 'node:crypto';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { beginSession } from '#system/session/server/index.ts';
import type { EncryptedString, LoginRequest } from '../contract/login.ts';
import type { MobileLoginAnswer } from '../contract/sign-in.ts';
import { proveAccount } from './prove-account.ts';

/** Login by account and password (platform.md 4, security 4). */
export async function login(context: RequestContext, request: LoginRequest): Promise<LoginAnswer> {
  const account = await proveAccount(context, request);
  return beginSession(context, account.user.id, { byPassword: true, alongside: (db) => account.settle(db) });
}

/** Slowed down and refused like the login of the console (system-api.md 7 no. 18). */
export async function mobileLogin(context: RequestContext, request: LoginRequest): Promise<MobileLoginAnswer> {
  const { token, userInfo } = await login(context, request);
  return { token, userInfo };
}

const STRING_BYTES = 8;

/** New each time and kept nowhere: nothing that the server holds can be opened with it. */
export function freshStrings(): EncryptedString {
  const fresh = (): string => randomBytes(STRING_BYTES).toString('hex');
  return { key: fresh(), iv: fresh() };
}
