import type { UniqueField } from '#platform/records/server/slice-parts.ts';

/** The code of a dictionary; dictionaries belong to the installation. */
export const dictionaryCodeField: UniqueField = {
  table: 'sys_dict',
  field: 'dict_code',
  permissions: ['dictionary:add', 'dictionary:edit'],
  isTaken: (context, { value, exceptId }) =>
    context.identity(async (db) => {
      const row = await db.selectFrom('dictionary').select('code').where('code', '=', value).executeTakeFirst();
      return row !== undefined && row.code !== exceptId;
    }),
};
