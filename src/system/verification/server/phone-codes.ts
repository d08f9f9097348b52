import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { type SendCodeRequest, SmsMode } from '../contract/verification.ts';
import { normalPhone, phoneWithCountry } from '../rules/phone-number.ts';
import { askedAs, askForCode } from './codes/ask-for-code.ts';
import type { CodePurpose } from './codes/code-store.ts';

/** The number as it is stored; refuses what is none, and one whose country cannot be known. */
export function phoneOf(typed: string, path: string, language: Language): string {
  if (normalPhone(typed) === undefined) raise('request.malformed', {}, { faults: [{ path, code: 'fault.format' }] });
  return phoneWithCountry(typed, language) ?? raise('session.phone-without-country');
}

/** Sends a code for a login or a registration; the answer is the same whether or not the number is known. */
export async function sendCode(context: RequestContext, request: SendCodeRequest): Promise<null> {
  const phone = phoneOf(request.mobile, 'mobile', context.language);
  const purpose: CodePurpose = request.smsmode === SmsMode.login ? 'login' : 'register';
  await askForCode(context, { purpose, value: phone }, { askedAs: askedAs(phone), phone, userId: null });
  return null;
}
