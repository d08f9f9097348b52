import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import type { UniqueField, UniqueQuestion } from '#platform/records/server/slice-parts.ts';
import { normalAccount } from '#system/session/rules/normal-account.ts';
import { tenantPhoneOf } from '#system/verification/server/index.ts';

const USER_COLUMNS = {
  username: 'username_key',
  phone: 'phone',
  email: 'email',
  work_no: 'work_no',
} as const;
type UserField = keyof typeof USER_COLUMNS;

/** Stored as they are written, and taken whatever the case of their letters. */
const WITHOUT_CASE: readonly UserField[] = ['email', 'work_no'];

/** Accounts compare without case and form, addresses and work numbers without case, phones with their country. */
async function spelt(context: RequestContext, field: UserField, value: string): Promise<string> {
  const { language } = context;
  if (field === 'username') return normalAccount(value);
  if (WITHOUT_CASE.includes(field)) return value.toLowerCase();
  if (field === 'phone') return context.read((db) => tenantPhoneOf(db, value, { path: 'fieldVal', language }));
  return value;
}

/** Among the people of the selected tenant: a use in another tenant is not revealed (security 2.7). */
async function isUserFieldTaken(context: RequestContext, field: UserField, question: UniqueQuestion): Promise<boolean> {
  const value = await spelt(context, field, question.value);
  return context.identity(async (db) => {
    let users = db
      .selectFrom('staff_user as u')
      .innerJoin('membership as m', 'm.user_id', 'u.id')
      .select(['u.id', 'm.status'])
      .where('m.tenant_id', '=', Number(context.tenantId))
      .where((is) =>
        WITHOUT_CASE.includes(field)
          ? is(is.fn<string>('lower', [`u.${USER_COLUMNS[field]}`]), '=', value)
          : is(`u.${USER_COLUMNS[field]}`, '=', value),
      );
    if (question.exceptId !== undefined)
      users = users.where((is) => is(is.cast<string>('u.id', 'text'), '!=', question.exceptId as string));
    const found = await users.executeTakeFirst();
    if (found?.status === 0) raiseAt('fieldVal', 'user.in-bin');
    return found !== undefined;
  });
}

/** Uniqueness of user name, phone, e-mail and work number (system-api.md 5.1, spec overrides 5.8). */
export const userFields: readonly UniqueField[] = (Object.keys(USER_COLUMNS) as UserField[]).map((field) => ({
  table: 'sys_user',
  field,
  permissions: ['user:add', 'user:edit'],
  isTaken: (context, question) => isUserFieldTaken(context, field, question),
}));
