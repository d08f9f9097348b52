import { type RawBuilder, sql } from 'kysely';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { DeclaredCatalogue } from './declared-catalogue.ts';
import type { MenuEntry } from './menu-entries.ts';

/** What a release says of a row, and people may say otherwise. */
interface Delivered {
  readonly parent_id: string | null;
  readonly kind: number;
  readonly title_en: string;
  readonly title_zh: string;
  readonly path: string;
  readonly component: string;
  readonly redirect: string | null;
  readonly icon: string | null;
  readonly sort: number;
  readonly hidden: boolean;
}

/**
 * Brings the catalogue up to what the program declares: menu entries and one button per permission of an endpoint. Runs at
 * every start; a row that was edited stays as it is (settled 11), and its status always. Answers the names of what is new.
 */
export async function recordCatalogue(db: PlatformDb, declared: DeclaredCatalogue): Promise<ReadonlySet<string>> {
  const known = new Map(
    (await db.selectFrom('permission').select(['id', 'name']).execute()).map((row) => [row.name, row.id]),
  );
  const added = new Set<string>();
  const record = async (name: string, delivered: Delivered, facts: { action?: string; needs?: string | undefined }) => {
    if (!known.has(name)) added.add(name);
    const id = known.get(name) ?? newId();
    known.set(name, id);
    const of = facts.action ?? facts.needs;
    const always = {
      needs: facts.needs ?? null,
      root_only: of !== undefined && declared.isRootOnly(of),
      delivered: JSON.stringify(delivered),
    };
    await db
      .insertInto('permission')
      .values({ id, name, action: facts.action ?? null, ...delivered, ...always })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...unlessEdited(delivered), ...always }))
      .execute();
  };
  for (const entry of parentsFirst(declared.entries)) {
    const delivered: Delivered = {
      parent_id: entry.parent === undefined ? null : (known.get(entry.parent) ?? null),
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
    await record(entry.name, delivered, { needs: entry.needs });
  }
  const page = (action: string): string | null => known.get(declared.pageOf(action) ?? '') ?? null;
  for (const [at, action] of [...new Set(declared.actions)].entries()) {
    const [title_en, title_zh] = declared.titleOf(action);
    const delivered: Delivered = {
      ...{ parent_id: page(action), kind: 2, title_en, title_zh, path: '', component: '' },
      ...{ redirect: null, icon: null, sort: at + 1, hidden: false },
    };
    await record(action, delivered, { action });
  }
  return added;
}

/** A slice may put its pages into the group of one that is named behind it. */
function parentsFirst(entries: readonly MenuEntry[]): MenuEntry[] {
  const parentOf = new Map(entries.map(({ name, parent }) => [name, parent]));
  const depthOf = (parent: string | undefined): number =>
    parent === undefined ? 0 : 1 + depthOf(parentOf.get(parent));
  return entries.toSorted((one, other) => depthOf(one.parent) - depthOf(other.parent));
}

/** The given values where nobody edited the row, and what stands there otherwise. */
function unlessEdited(delivered: Delivered): Record<keyof Delivered, RawBuilder<never>> {
  const columns = Object.keys(delivered) as (keyof Delivered)[];
  return Object.fromEntries(
    columns.map((column) => [
      column,
      sql`case when permission.edited_at is null then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`permission.${column}`)} end`,
    ]),
  ) as Record<keyof Delivered, RawBuilder<never>>;
}
