import type { UniqueField } from '#platform/records/server/slice-parts.ts';

/** Whether a robot of this tenant has the IMEI; that another tenant's has, is told by saving alone (security 2.7). */
export const imeiField: UniqueField = {
  table: 'coffee_robot',
  field: 'imei',
  permissions: ['robot:add', 'robot:edit'],
  isTaken: (context, { value, exceptId }) =>
    context.read(async (db) => {
      const row = await db.selectFrom('robot').select('id').where('imei', '=', value).executeTakeFirst();
      return row !== undefined && row.id !== exceptId;
    }),
};
