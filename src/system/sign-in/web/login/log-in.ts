import type { CallAddress } from '#platform/http/contract/endpoint.ts';
import { CallError, type CallOptions, callEnvelope } from '#platform/http/web/call.ts';
import { keepTenant, storedTenantId, storedToken } from '#platform/http/web/credentials.ts';
import { beginSession } from '#platform/http/web/session-expiry.ts';
import type { TenantChoice } from '#platform/viewer/contract/user-info.ts';
import { sessionCalls } from '#system/session/contract/calls.ts';
import type { SelectDepartmentAnswer } from '#system/session/contract/endpoints.ts';
import type { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { type LoginStep, nextLoginStep, tenantAfterCancel } from '#system/session/rules/next-login-step.ts';
import { clearLogin, keepLogin, keepUser, recentTenantIds, rememberTenant } from '#system/session/web/stored/index.ts';
import type { LoginKey } from '#system/sign-in/contract/login.ts';
import { signInCalls } from '../../contract/calls.ts';
import { encryptLoginForm } from './encrypt-form.ts';

export interface TypedLogin {
  readonly username: string;
  readonly password: string;
  readonly secondStep?: string;
}

const QUIET = { notices: 'none' } as const;

/** Account and password under a key that serves once, and the second step of who was asked for it. */
export async function encryptedForm(form: TypedLogin): Promise<string> {
  const key = (await callEnvelope(signInCalls.loginKey, {}, QUIET)).result as LoginKey;
  return encryptLoginForm(key, form);
}

/**
 * A call whose answer is a login, whichever way. Platform.md 4: any code but "200" rejects; older servers send a number, and
 * say `success` with code 0 where a phone's code was wrong (system-api.md 2.3).
 */
export async function askLogin(
  target: CallAddress,
  request: Readonly<Record<string, unknown>>,
  options: CallOptions = {},
): Promise<LoginAnswer> {
  const envelope = await callEnvelope(target, request, { ...options, ...QUIET });
  if (String(envelope.code) !== '200') {
    throw new CallError({ kind: 'refusal', status: 200, code: String(envelope.code), message: envelope.message });
  }
  return completed(envelope.result as OlderAnswer);
}

/** Older servers number their tenants, and a login through another service answers token and user alone (system-api.md 2). */
type OlderAnswer = Pick<LoginAnswer, 'token' | 'userInfo'> &
  Partial<Pick<LoginAnswer, 'departs' | 'multi_depart' | 'sysAllDictItems'>> & {
    readonly tenantList?: readonly { readonly id: string | number; readonly name: string }[] | null;
  };

function completed({ departs, multi_depart, sysAllDictItems, tenantList, ...answer }: OlderAnswer): LoginAnswer {
  return {
    ...answer,
    departs: departs ?? [],
    multi_depart: multi_depart ?? 0,
    sysAllDictItems: sysAllDictItems ?? {},
    ...(tenantList ? { tenantList: tenantList.map(({ id, name }) => ({ id: String(id), name })) } : {}),
  };
}

/** Sends the encrypted form; throws what the form shows beside itself. */
export async function logIn(form: TypedLogin): Promise<LoginAnswer> {
  return askLogin(signInCalls.login, { jwe: await encryptedForm(form) });
}

/** The session begins, whichever way it was proved. */
export function acceptLogin(answer: LoginAnswer): void {
  beginSession();
  keepLogin(answer);
}

export function stepAfter(answer: LoginAnswer): LoginStep {
  return nextLoginStep(answer);
}

/** Takes over the tenant, if any, and the department, if one was chosen. */
export async function enterPlace(
  answer: LoginAnswer,
  choice: { tenantId: string | null | undefined; orgCode?: string | undefined },
): Promise<void> {
  const tenant = answer.tenantList?.find(({ id }) => id === choice.tenantId);
  if (tenant) takeTenant(tenant);
  if (choice.orgCode === undefined) return;
  const request = { orgCode: choice.orgCode, username: answer.userInfo.username };
  const envelope = await callEnvelope(sessionCalls.selectDepartment, request, QUIET);
  keepUser((envelope.result as SelectDepartmentAnswer).userInfo);
}

/** Platform.md 4: the stored tenant, else the last used one that is still his, else the first. */
export async function enterAfterCancel(answer: LoginAnswer): Promise<void> {
  const stored = storedTenantId() ?? recentTenantIds().find((id) => answer.tenantList?.some((one) => one.id === id));
  await enterPlace(answer, { tenantId: tenantAfterCancel(answer, stored ?? null) });
}

/** After a failed choice the half login ends: here and, if the call arrives, on the server. */
export function abandonLogin(): void {
  const token = storedToken();
  clearLogin('logout');
  if (token !== undefined) void callEnvelope(sessionCalls.logout, {}, { ...QUIET, token }).catch(() => undefined);
}

function takeTenant(tenant: TenantChoice): void {
  keepTenant(tenant);
  rememberTenant(tenant.id);
}
