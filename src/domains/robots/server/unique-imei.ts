import type { UniqueField } from '#platform/records/server/slice-parts.ts';

/** Whether a robot of this tenant has the IMEI; one of another tenant is found only by saving (security 2.7). */
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
