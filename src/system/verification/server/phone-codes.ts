import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import type { ProblemParams } from '#platform/problems/contract/problem.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { type SendCodeRequest, SmsMode } from '../contract/verification.ts';
import { phoneCountryOf } from '../rules/phone-countries.ts';
import { normalPhone, phoneIn, phoneWithCountry } from '../rules/phone-number.ts';
import { askedAs, askForCode } from './codes/ask-for-code.ts';
import type { CodePurpose } from './codes/code-store.ts';

/** The number as it is stored, before a tenant is known; refuses what is none, and one whose country cannot be known. */
export function phoneOf(typed: string, path: string, language: Language): string {
  if (normalPhone(typed) === undefined) raise('request.malformed', {}, { faults: [{ path, code: 'fault.format' }] });
  return phoneWithCountry(typed, language) ?? refuse(path, 'session.phone-without-country');
}

/** The same in a tenant: written without a country it is of the one whose clocks the tenant has (settled 157). */
export async function tenantPhoneOf(
  db: TenantDb,
  typed: string,
  { path, language }: { readonly path: string; readonly language: Language },
): Promise<string> {
  if (normalPhone(typed) === undefined) raise('request.malformed', {}, { faults: [{ path, code: 'fault.phone' }] });
  const country = await phoneCountryHere(db);
  const phone = phoneIn(country, typed);
  if (phone !== undefined) return phone;
  if (!country) return refuse(path, 'session.phone-without-country');
  const name = new Intl.DisplayNames([language], { type: 'region' }).of(country.region) ?? country.region;
  return refuse(path, 'session.phone-of-elsewhere', { country: name });
}

async function phoneCountryHere(db: TenantDb) {
  const { time_zone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
  return phoneCountryOf(time_zone);
}

const refuse = (path: string, code: string, params: ProblemParams = {}): never =>
  raise(code, params, { faults: [{ path, code }] });

/** Sends a code for a login or a registration; the answer is the same whether or not the number is known. */
export async function sendCode(context: RequestContext, request: SendCodeRequest): Promise<null> {
  const phone = phoneOf(request.mobile, 'mobile', context.language);
  const purpose: CodePurpose = request.smsmode === SmsMode.login ? 'login' : 'register';
  await askForCode(context, { purpose, value: phone }, { askedAs: askedAs(phone), phone, userId: null });
  return null;
}
