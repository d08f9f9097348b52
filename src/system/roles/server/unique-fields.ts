import type { UniqueField } from '#platform/records/server/slice-parts.ts';

export const roleCodeField: UniqueField = {
  table: 'sys_role',
  field: 'role_code',
  permissions: ['role:add', 'role:edit'],
  isTaken: (context, { value, exceptId }) =>
    context.read(async (db) => {
      const row = await db.selectFrom('role').select('id').where('code', '=', value).executeTakeFirst();
      return row !== undefined && row.id !== exceptId;
    }),
};
