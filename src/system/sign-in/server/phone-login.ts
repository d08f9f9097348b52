import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { requireSecondStep } from '#system/second-step/server/index.ts';
import type { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { beginSession } from '#system/session/server/index.ts';
import {
  consumeCode,
  forgiveAttempt,
  phoneOf,
  proveByCode,
  requireSafeWay,
} from '#system/verification/server/index.ts';
import type { PhoneLoginRequest } from '../contract/sign-in.ts';

/** Login by phone and code (platform.md 4). An unknown number is answered like a wrong code. */
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
  // the code of the phone serves on until the login comes about
  await requireSecondStep(context, { userId: user.id, typed: request.secondStep, keys });
  return beginSession(context, user.id, {
    means: 'phone',
    alongside: async (db) => {
      if (!(await consumeCode(db, code))) raise('session.code-refused');
      await forgiveAttempt(db, keys);
    },
  });
}
