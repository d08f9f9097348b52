import * as z from 'zod';
import type { TenantDb } from '#platform/database/server/database.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { ViewLayout, ViewState } from '../contract/saved-view.ts';

/** A row as the journal of reversible changes keeps it. */
export const SavedViewRow = z.strictObject({
  id: z.string(),
  owner_id: z.string(),
  list: z.string(),
  name: z.string(),
  shared: z.boolean(),
  state: ViewState,
  layout: ViewLayout,
  version: z.int(),
  created_at: z.coerce.date(),
  changed_at: z.coerce.date(),
});
export type SavedViewRow = z.infer<typeof SavedViewRow>;

const COLUMNS = [
  'id',
  'owner_id',
  'list',
  'name',
  'shared',
  'state',
  'layout',
  'version',
  'created_at',
  'changed_at',
] as const;

/** Own views and those shared with the tenant, by name. */
export async function findViewsOf(db: TenantDb, userId: string): Promise<SavedViewRow[]> {
  const rows = await db
    .selectFrom('saved_view')
    .select(COLUMNS)
    .where((is) => is.or([is('owner_id', '=', userId), is('shared', '=', true)]))
    .orderBy('list')
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => SavedViewRow.parse(row));
}

export async function lockView(db: TenantDb, id: string): Promise<SavedViewRow | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await db
    .selectFrom('saved_view')
    .select(COLUMNS)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && SavedViewRow.parse(row);
}

export async function countViews(db: TenantDb, userId: string, list: string): Promise<number> {
  const row = await db
    .selectFrom('saved_view')
    .select((of) => of.fn.countAll<number>().as('views'))
    .where('owner_id', '=', userId)
    .where('list', '=', list)
    .executeTakeFirstOrThrow();
  return Number(row.views);
}

const written = (row: SavedViewRow) => ({
  ...row,
  state: JSON.stringify(row.state),
  layout: JSON.stringify(row.layout),
});

/** False where the owner has a view of this name on this list, or the id is there again. */
export async function insertView(db: TenantDb, row: SavedViewRow): Promise<boolean> {
  const added = await db
    .insertInto('saved_view')
    .values(written(row))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Is the name that a view is about to get another view's? */
export async function isNameTaken(
  db: TenantDb,
  row: Pick<SavedViewRow, 'id' | 'owner_id' | 'list' | 'name'>,
): Promise<boolean> {
  const other = await db
    .selectFrom('saved_view')
    .select('id')
    .where('owner_id', '=', row.owner_id)
    .where('list', '=', row.list)
    .where((is) => is(is.fn<string>('lower', ['name']), '=', row.name.toLowerCase()))
    .where('id', '!=', row.id)
    .executeTakeFirst();
  return other !== undefined;
}

export async function updateView(db: TenantDb, row: SavedViewRow): Promise<void> {
  const { id, name, shared, version, changed_at } = row;
  const { state, layout } = written(row);
  await db
    .updateTable('saved_view')
    .set({ name, shared, version, changed_at, state, layout })
    .where('id', '=', id)
    .execute();
}

/** Nobody's first view any longer: the foreign key says so on one machine alone (decision 107). */
export async function deleteView(db: TenantDb, id: string): Promise<void> {
  await db.updateTable('list_preference').set({ default_view_id: null }).where('default_view_id', '=', id).execute();
  await db.deleteFrom('saved_view').where('id', '=', id).execute();
}
