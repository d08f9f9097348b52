import type { PlatformDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { DeclaredCatalogue } from './declared-catalogue.ts';

/**
 * Brings the catalogue up to what the program declares: menu entries and one button per permission of an endpoint. Runs at
 * every start; a row that was edited stays as it is (settled 11), and its status always. Answers the names of what is new.
 */
export async function recordCatalogue(db: PlatformDb, declared: DeclaredCatalogue): Promise<ReadonlySet<string>> {
  const known = new Map(
    (await db.selectFrom('permission').select(['id', 'name']).execute()).map((row) => [row.name, row.id]),
  );
  const added = new Set<string>();
  for (const entry of declared.entries) {
    if (!known.has(entry.name)) added.add(entry.name);
    const values = {
      parent_id: entry.parent === undefined ? null : known.get(entry.parent)!,
      kind: entry.kind,
      title_en: entry.titleEn,
      title_zh: entry.titleZh,
      path: entry.path,
      component: entry.component ?? '',
      redirect: entry.redirect ?? null,
      icon: entry.icon ?? null,
      sort: entry.sort,
      hidden: entry.hidden ?? false,
    };
    const id = known.get(entry.name) ?? newId();
    known.set(entry.name, id);
    await db
      .insertInto('permission')
      .values({ id, name: entry.name, ...values })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(values).where('permission.edited_at', 'is', null))
      .execute();
  }
  const page = (action: string): string | null => known.get(declared.pageOf(action) ?? '') ?? null;
  for (const action of new Set(declared.actions)) {
    if (!known.has(action)) added.add(action);
    const [title_en, title_zh] = declared.titleOf(action);
    const values = { parent_id: page(action), title_en, title_zh };
    await db
      .insertInto('permission')
      .values({ id: known.get(action) ?? newId(), name: action, action, kind: 2, ...values })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(values).where('permission.edited_at', 'is', null))
      .execute();
  }
  return added;
}
