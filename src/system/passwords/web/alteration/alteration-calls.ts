import type { CallAddress } from '#platform/http/contract/endpoint.ts';
import { callEnvelope } from '#platform/http/web/call.ts';
import { alterationCalls } from '#system/passwords/contract/alteration-calls.ts';
import type { AlterationTicket, VerifyAlterationAnswer } from '#system/passwords/contract/passwords.ts';
import { verificationCalls } from '#system/verification/contract/calls.ts';

async function ask<Answer>(address: CallAddress, request: Readonly<Record<string, unknown>>): Promise<Answer> {
  return (await callEnvelope(address, request, { notices: 'none' })).result as Answer;
}

export interface Captcha {
  readonly checkKey: string;
  readonly image: string;
}

/** A picture under a key of its own. */
export async function fetchCaptcha(): Promise<Captcha> {
  const checkKey = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return { checkKey, image: await ask<string>(verificationCalls.captcha, { key: checkKey }) };
}

export const beginAlteration = (form: {
  account: string;
  checkKey: string;
  captcha: string;
}): Promise<AlterationTicket> => ask(alterationCalls.beginAlteration, form);
export const repeatAlterationCode = (ticket: string): Promise<null> =>
  ask(alterationCalls.repeatAlterationCode, { ticket });
export const verifyAlteration = (ticket: string, smscode: string): Promise<VerifyAlterationAnswer> =>
  ask(alterationCalls.verifyAlteration, { ticket, smscode });
export const alterPassword = (ticket: string, password: string): Promise<null> =>
  ask(alterationCalls.alterPassword, { ticket, password });
