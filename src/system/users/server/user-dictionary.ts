import { likeText } from '#platform/database/server/page.ts';
import type { TableDictionary } from '#platform/records/server/slice-parts.ts';
import { userEndpoints } from '../contract/endpoints.ts';
import { listedMembers, membersOf } from './find-users.ts';

/** People by their account: the active members of the tenant. */
export const userDictionary: TableDictionary = {
  name: 'sys_user,realname,username',
  permission: userEndpoints.users.permission,
  search: (context, { keyword, limit }) =>
    context.identity((db) =>
      inWords(listedMembers(context, db))
        .where('u.realname', 'ilike', `%${likeText(keyword)}%`)
        .orderBy('u.realname')
        .limit(limit)
        .execute(),
    ),
  find: (context, values) =>
    context.identity(async (db) =>
      values.length === 0
        ? []
        : inWords(membersOf(db, context.tenantId))
            .where('u.username', 'in', [...values])
            .execute(),
    ),
};

const inWords = (members: ReturnType<typeof membersOf>) =>
  members.select(['u.username as value', 'u.realname as text']);
