import type { CallAddress } from '#platform/http/contract/endpoint.ts';
import { callEnvelope } from '#platform/http/web/call.ts';
import type { LoginAnswer } from '#system/session/contract/login.ts';
import type {
  AlterationTicket,
  RegisterAnswer,
  RegisterRequest,
  SmsMode,
  VerifyAlterationAnswer,
} from '#system/session/contract/sign-in.ts';
import { signInCalls } from '#system/session/contract/sign-in-calls.ts';
import { askLogin } from '../login/log-in.ts';

async function ask<Answer>(address: CallAddress, request: Readonly<Record<string, unknown>>): Promise<Answer> {
  return (await callEnvelope(address, request, { notices: 'none' })).result as Answer;
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
  return { checkKey, image: await ask<string>(signInCalls.captcha, { key: checkKey }) };
}

export const sendCode = (mobile: string, smsmode: (typeof SmsMode)[keyof typeof SmsMode]): Promise<null> =>
  ask(signInCalls.sendCode, { mobile, smsmode });
export const logInByPhone = (mobile: string, captcha: string): Promise<LoginAnswer> =>
  askLogin(signInCalls.phoneLogin, { mobile, captcha });
export const register = (form: RegisterRequest): Promise<RegisterAnswer> => ask(signInCalls.register, form);
export const beginAlteration = (form: {
  account: string;
  checkKey: string;
  captcha: string;
}): Promise<AlterationTicket> => ask(signInCalls.beginAlteration, form);
export const repeatAlterationCode = (ticket: string): Promise<null> =>
  ask(signInCalls.repeatAlterationCode, { ticket });
export const verifyAlteration = (ticket: string, smscode: string): Promise<VerifyAlterationAnswer> =>
  ask(signInCalls.verifyAlteration, { ticket, smscode });
export const alterPassword = (ticket: string, password: string): Promise<null> =>
  ask(signInCalls.alterPassword, { ticket, password });
