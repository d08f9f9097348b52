import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { LoginAnswer } from '../contract/login.ts';
import { type PhoneLoginRequest, type SendCodeRequest, SmsMode } from '../contract/sign-in.ts';
import { normalPhone, phoneWithCountry } from '../rules/phone-number.ts';
import { beginSession } from './begin-session.ts';
import { askedAs, askForCode } from './codes/ask-for-code.ts';
import { type CodePurpose, consumeCode } from './codes/code-store.ts';
import { proveByCode } from './codes/prove-phone.ts';
import { forgiveAttempt } from './login-attempts.ts';
import { requireSafeWay } from './safe-way.ts';

/** The number as it is stored; refuses what is none, and one whose country nobody can know. */
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

/** Login by phone and code (platform.md 4). A number that is nobody's is told like a wrong code. */
export async function phoneLogin(context: RequestContext, request: PhoneLoginRequest): Promise<LoginAnswer> {
  requireSafeWay(context);
  const phone = phoneOf(request.mobile, 'mobile', context.language);
  const { code, keys } = await proveByCode(
    context,
    { purpose: 'login', value: phone },
    request.captcha,
    'session:login',
  );
  const user = await context.identity((db) =>
    db
      .selectFrom('staff_user')
      .select('id')
      .where('phone', '=', phone)
      .where('status', '=', 1)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  );
  if (!user) raise('session.code-refused');
  return beginSession(context, user.id, {
    means: 'phone',
    alongside: async (db) => {
      if (!(await consumeCode(db, code))) raise('session.code-refused');
      await forgiveAttempt(db, keys);
    },
  });
}
