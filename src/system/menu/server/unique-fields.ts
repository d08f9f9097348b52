import type { UniqueField } from '#platform/records/server/slice-parts.ts';

/** The authorisation id of a permission; the catalogue belongs to the installation. */
export const actionField: UniqueField = {
  table: 'sys_permission',
  field: 'perms',
  permissions: ['permission:add', 'permission:edit'],
  isTaken: (context, { value, exceptId }) =>
    context.identity(async (db) => {
      const row = await db.selectFrom('permission').select('id').where('action', '=', value).executeTakeFirst();
      return row !== undefined && row.id !== exceptId;
    }),
};
