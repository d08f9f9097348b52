import * as z from 'zod';
import type { TenantDb } from '#platform/database/server/database.ts';
import { ViewLayout } from '../contract/saved-view.ts';

export const PreferenceRow = z.strictObject({
  list: z.string(),
  layout: ViewLayout.nullable(),
  default_view_id: z.string().nullable(),
  version: z.int(),
});
export type PreferenceRow = z.infer<typeof PreferenceRow>;

const COLUMNS = ['list', 'layout', 'default_view_id', 'version'] as const;

export async function findPreferences(db: TenantDb, userId: string): Promise<PreferenceRow[]> {
  const rows = await db.selectFrom('list_preference').select(COLUMNS).where('user_id', '=', userId).execute();
  return rows.map((row) => PreferenceRow.parse(row));
}

/** As it is, made where there was none, locked: two browser tabs change it one after the other. */
export async function lockPreference(db: TenantDb, userId: string, list: string): Promise<PreferenceRow> {
  await db
    .insertInto('list_preference')
    .values({ user_id: userId, list, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('list_preference')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return PreferenceRow.parse(row);
}

export async function updatePreference(db: TenantDb, userId: string, row: PreferenceRow): Promise<void> {
  await db
    .updateTable('list_preference')
    .set({
      layout: row.layout === null ? null : JSON.stringify(row.layout),
      default_view_id: row.default_view_id,
      version: row.version,
    })
    .where('user_id', '=', userId)
    .where('list', '=', row.list)
    .execute();
}
