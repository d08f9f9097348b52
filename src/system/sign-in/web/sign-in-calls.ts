import type { CallAddress } from '#platform/http/contract/endpoint.ts';
import { callEnvelope } from '#platform/http/web/call.ts';
import type { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { signInCalls } from '#system/sign-in/contract/calls.ts';
import type { RegisterAnswer, RegisterRequest } from '#system/sign-in/contract/sign-in.ts';
import { verificationCalls } from '#system/verification/contract/calls.ts';
import type { SmsMode } from '#system/verification/contract/verification.ts';
import { askLogin } from './login/log-in.ts';

async function ask<Answer>(address: CallAddress, request: Readonly<Record<string, unknown>>): Promise<Answer> {
  return (await callEnvelope(address, request, { notices: 'none' })).result as Answer;
}

export const sendCode = (mobile: string, smsmode: (typeof SmsMode)[keyof typeof SmsMode]): Promise<null> =>
  ask(verificationCalls.sendCode, { mobile, smsmode });
export const logInByPhone = (form: { mobile: string; captcha: string; secondStep?: string }): Promise<LoginAnswer> =>
  askLogin(signInCalls.phoneLogin, form);
export const register = (form: RegisterRequest): Promise<RegisterAnswer> => ask(signInCalls.register, form);
