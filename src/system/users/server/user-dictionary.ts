import type { PlatformDb } from '#platform/database/server/database.ts';
import { likeText } from '#platform/database/server/page.ts';
import type { TableDictionary } from '#platform/records/server/slice-parts.ts';
import { userEndpoints } from '../contract/endpoints.ts';
import { membersOf } from './find-users.ts';

/** People by their account: the active members of the tenant. */
export const userDictionary: TableDictionary = {
  name: 'sys_user,realname,username',
  permission: userEndpoints.users.permission,
  search: (context, { keyword, limit }) =>
    context.identity((db) =>
      members(db, context.tenantId)
        .where('u.realname', 'ilike', `%${likeText(keyword)}%`)
        .orderBy('u.realname')
        .limit(limit)
        .execute(),
    ),
  find: (context, values) =>
    context.identity(async (db) =>
      values.length === 0
        ? []
        : members(db, context.tenantId)
            .where('u.username', 'in', [...values])
            .execute(),
    ),
};

const members = (db: PlatformDb, tenantId: string) =>
  membersOf(db, tenantId).select(['u.username as value', 'u.realname as text']);
