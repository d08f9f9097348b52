import { likeText } from '#platform/database/server/page.ts';
import type { TableDictionary } from '#platform/records/server/slice-parts.ts';
import { roleEndpoints } from '../contract/endpoints.ts';

/** Roles by their code. */
export const roleDictionary: TableDictionary = {
  name: 'sys_role,role_name,role_code',
  permission: roleEndpoints.roles.permission,
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
