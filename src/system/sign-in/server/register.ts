import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { checkPassword, hashPassword } from '#system/passwords/server/index.ts';
import { normalAccount } from '#system/session/rules/normal-account.ts';
import { recordIdentityAct } from '#system/session/server/index.ts';
import {
  consumeCode,
  forgiveAttempt,
  phoneOf,
  proveByCode,
  requireSafeWay,
} from '#system/verification/server/index.ts';
import type { RegisterAnswer, RegisterRequest } from '../contract/sign-in.ts';
import { isAccountName } from '../rules/account-name.ts';
import { addAccount } from './add-account.ts';

type Taken = 'session.phone-registered' | 'session.username-taken' | 'session.email-taken';

/**
 * Makes an account for the owner of the phone. It has no tenant and no rights until an administrator acts. What is taken is
 * reported only after the phone is proved; a name that is taken leaves the code as it is, for the next try (security 4.6, 4.7).
 */
export async function register(context: RequestContext, request: RegisterRequest): Promise<RegisterAnswer> {
  requireSafeWay(context);
  const { services } = context;
  const phone = phoneOf(request.phone, 'phone', context.language);
  const { username, password } = request;
  if (!isAccountName(username, phone)) {
    raise('request.malformed', {}, { faults: [{ path: 'username', code: 'fault.format' }] });
  }
  checkPassword(password, { account: username, name: '' });
  const { code, keys } = await proveByCode(
    context,
    { purpose: 'register', value: phone },
    request.smscode,
    'user:register',
  );
  const email = request.email ?? null;
  const taken = await context.identity(async (db) => {
    const found = await findTaken(db, { username, phone, email });
    // The number is settled: there is nothing left to try with this code.
    if (found === 'session.phone-registered') await consumeCode(db, code);
    return found;
  });
  if (taken) raise(taken);
  const passwordHash = await hashPassword(services, password);
  await context.identity(async (db) => {
    if (!(await consumeCode(db, code))) raise('session.code-refused');
    const id = await addAccount(db, {
      ...{ username, realname: username, phone, email, passwordHash },
      isEmailUnproved: true,
    });
    // Another request was faster; the transaction gives the code back.
    if (id === undefined) raise((await findTaken(db, { username, phone, email })) ?? 'session.username-taken');
    await forgiveAttempt(db, keys);
    const who = { kind: 'staff', id, name: username } as const;
    await recordIdentityAct(db, context, who, {
      action: 'user:register',
      result: 'done',
      objectKind: 'user',
      objectId: id,
    });
  });
  return { username };
}

async function findTaken(
  db: PlatformDb,
  { username, phone, email }: { username: string; phone: string; email: string | null },
): Promise<Taken | undefined> {
  const rows = await db
    .selectFrom('staff_user')
    .select(['phone', 'username_key'])
    .where((row) =>
      row.or([
        row('phone', '=', phone),
        row('username_key', '=', normalAccount(username)),
        row(row.fn<string>('lower', ['email']), '=', email === null ? null : email.toLowerCase()),
      ]),
    )
    .execute();
  if (rows.length === 0) return undefined;
  if (rows.some((row) => row.phone === phone)) return 'session.phone-registered';
  return rows.some((row) => row.username_key === normalAccount(username))
    ? 'session.username-taken'
    : 'session.email-taken';
}
