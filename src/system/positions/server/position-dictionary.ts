import { likeText } from '#platform/database/server/page.ts';
import type { TableDictionary, UniqueField } from '#platform/records/server/slice-parts.ts';
import { positionEndpoints } from '../contract/position.ts';

/** Positions by their code. */
export const positionDictionary: TableDictionary = {
  name: 'sys_position,name,code',
  permission: positionEndpoints.list.permission,
  search: (context, { keyword, limit }) =>
    context.read((db) =>
      db
        .selectFrom('position')
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
            .selectFrom('position')
            .select(['code as value', 'name as text'])
            .where('code', 'in', [...values])
            .execute(),
    ),
};

export const positionCodeField: UniqueField = {
  table: 'sys_position',
  field: 'code',
  permissions: ['position:add', 'position:edit'],
  isTaken: (context, { value, exceptId }) =>
    context.read(async (db) => {
      const row = await db.selectFrom('position').select('id').where('code', '=', value).executeTakeFirst();
      return row !== undefined && row.id !== exceptId;
    }),
};
