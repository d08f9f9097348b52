import type { PlatformDb } from '#platform/database/server/database.ts';
import { likeText } from '#platform/database/server/page.ts';
import type { TableDictionary } from '#platform/records/server/slice-parts.ts';
import { peopleEndpoints } from '../contract/people.ts';
import { membersOf } from './find-people.ts';

/** Roles by their code. */
export const roleDictionary: TableDictionary = {
  name: 'sys_role,role_name,role_code',
  permission: peopleEndpoints.roles.permission,
  search: (context, { keyword, limit }) =>
    context.read((db) =>
      db
        .selectFrom('role')
        .select(['code as value', 'name as text'])
        .where('name', 'ilike', `%${likeText(keyword)}%`)
        .orderBy('name')
        .limit(limit)
        .execute(),
    ),
  find: (context, values) =>
    context.read(async (db) =>
      values.length === 0
        ? []
        : db
            .selectFrom('role')
            .select(['code as value', 'name as text'])
            .where('code', 'in', [...values])
            .execute(),
    ),
};

/** People by their account: the active members of the tenant. */
export const userDictionary: TableDictionary = {
  name: 'sys_user,realname,username',
  permission: peopleEndpoints.users.permission,
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
