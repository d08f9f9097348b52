import type { TenantDb } from '#platform/database/server/database.ts';
import { likeText } from '#platform/database/server/page.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { TableDictionary } from '#platform/records/server/slice-parts.ts';

const byText = (db: TenantDb, keyword: string, limit: number) =>
  db
    .selectFrom('department')
    .select(['id', 'org_code', 'name'])
    .where('name', 'ilike', `%${likeText(keyword)}%`)
    .orderBy('name')
    .orderBy('org_code')
    .limit(limit)
    .execute();

/** Departments by id. */
export const departmentDictionary: TableDictionary = {
  name: 'sys_depart,depart_name,id',
  permission: null,
  search: (context, { keyword, limit }) =>
    context.read(async (db) => (await byText(db, keyword, limit)).map((row) => ({ value: row.id, text: row.name }))),
  find: (context, values) =>
    context.read(async (db) => {
      const ids = values.filter(isUuid);
      if (ids.length === 0) return [];
      const rows = await db.selectFrom('department').select(['id', 'name']).where('id', 'in', ids).execute();
      return rows.map((row) => ({ value: row.id, text: row.name }));
    }),
};

/** Departments by their code. */
export const departmentCodeDictionary: TableDictionary = {
  name: 'sys_depart,depart_name,org_code',
  permission: null,
  search: (context, { keyword, limit }) =>
    context.read(async (db) =>
      (await byText(db, keyword, limit)).map((row) => ({ value: row.org_code, text: row.name })),
    ),
  find: (context, values) =>
    context.read(async (db) => {
      if (values.length === 0) return [];
      const rows = await db
        .selectFrom('department')
        .select(['org_code', 'name'])
        .where('org_code', 'in', [...values])
        .execute();
      return rows.map((row) => ({ value: row.org_code, text: row.name }));
    }),
};
