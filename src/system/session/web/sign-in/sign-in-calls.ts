import { callEnvelope } from '#platform/http/web/call.ts';
import type { LoginAnswer } from '#system/session/contract/login.ts';
import type {
  AlterationTicket,
  RegisterAnswer,
  RegisterRequest,
  SmsMode,
  VerifyAlterationAnswer,
} from '#system/session/contract/sign-in.ts';
import type { signInEndpoints } from '#system/session/contract/sign-in-endpoints.ts';
import { askLogin } from '../login/log-in.ts';

// Types only: the endpoint objects would bring zod along.
type Path = (typeof signInEndpoints)[keyof typeof signInEndpoints]['path'];

async function ask<Answer>(
  path: Path,
  request: Readonly<Record<string, unknown>>,
  method: 'GET' | 'POST' = 'POST',
): Promise<Answer> {
  return (await callEnvelope({ method, path }, request, { notices: 'none' })).result as Answer;
}

export interface Captcha {
  readonly checkKey: string;
  readonly image: string;
}

/** A picture under a key that nobody else has. */
export async function fetchCaptcha(): Promise<Captcha> {
  const checkKey = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return { checkKey, image: await ask<string>('/sys/randomImage/:key', { key: checkKey }, 'GET') };
}

export const sendCode = (mobile: string, smsmode: (typeof SmsMode)[keyof typeof SmsMode]): Promise<null> =>
  ask('/sys/sms', { mobile, smsmode });
export const logInByPhone = (mobile: string, captcha: string): Promise<LoginAnswer> =>
  askLogin({ method: 'POST', path: '/sys/phoneLogin' satisfies Path }, { mobile, captcha });
export const register = (form: RegisterRequest): Promise<RegisterAnswer> => ask('/sys/user/register', form);
export const beginAlteration = (form: {
  account: string;
  checkKey: string;
  captcha: string;
}): Promise<AlterationTicket> => ask('/sys/user/alteration', form);
export const repeatAlterationCode = (ticket: string): Promise<null> => ask('/sys/user/alteration/resend', { ticket });
export const verifyAlteration = (ticket: string, smscode: string): Promise<VerifyAlterationAnswer> =>
  ask('/sys/user/phoneVerification', { ticket, smscode });
export const alterPassword = (ticket: string, password: string): Promise<null> =>
  ask('/sys/user/passwordChange', { ticket, password });
