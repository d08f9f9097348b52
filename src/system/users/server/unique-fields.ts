import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { UniqueField, UniqueQuestion } from '#platform/records/server/slice-parts.ts';
import { normalAccount } from '#system/session/rules/normal-account.ts';

const USER_COLUMNS = {
  username: 'username_key',
  phone: 'phone',
  email: 'email',
  work_no: 'work_no',
} as const;
type UserField = keyof typeof USER_COLUMNS;

/** Accounts compare without case and form, addresses without case; as the unique keys of the table do. */
const spelt = (field: UserField, value: string): string =>
  field === 'username' ? normalAccount(value) : field === 'email' ? value.toLowerCase() : value;

/** Among the people of the selected tenant: a use in another tenant is not revealed (security 2.7). */
async function isUserFieldTaken(context: RequestContext, field: UserField, question: UniqueQuestion): Promise<boolean> {
  return context.identity(async (db) => {
    const value = spelt(field, question.value);
    let users = db
      .selectFrom('staff_user as u')
      .innerJoin('membership as m', 'm.user_id', 'u.id')
      .select('u.id')
      .where('m.tenant_id', '=', Number(context.tenantId))
      .where((is) =>
        field === 'email'
          ? is(is.fn<string>('lower', ['u.email']), '=', value)
          : is(`u.${USER_COLUMNS[field]}`, '=', value),
      );
    if (question.exceptId !== undefined)
      users = users.where((is) => is(is.cast<string>('u.id', 'text'), '!=', question.exceptId as string));
    return (await users.executeTakeFirst()) !== undefined;
  });
}

/** Uniqueness of user name, phone, e-mail and work number (system-api.md 5.1, spec overrides 5.8). */
export const userFields: readonly UniqueField[] = (Object.keys(USER_COLUMNS) as UserField[]).map((field) => ({
  table: 'sys_user',
  field,
  permissions: ['user:add', 'user:edit'],
  isTaken: (context, question) => isUserFieldTaken(context, field, question),
}));
