import { isDeepStrictEqual } from 'node:util';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { PlatformDb } from '#platform/database/server/database.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
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

const DELIVERED = [
  ...(['parent_id', 'kind', 'title_en', 'title_zh', 'path', 'component'] as const),
  ...(['redirect', 'icon', 'sort', 'hidden'] as const),
] satisfies (keyof Delivered)[];

/**
 * Brings the catalogue up to what the program declares: menu entries and one button per permission of an endpoint. Runs at
 * every start, and writes what differs; a row that was edited stays as it is (settled 11), and its status always. Answers the names of
 * what is new.
 */
export async function recordCatalogue(db: PlatformDb, declared: DeclaredCatalogue): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('permission')
    .select(['id', 'name', 'needs', 'root_only', 'delivered', 'edited_at', ...DELIVERED])
    .execute();
  const found = new Map(rows.map((row) => [row.name, row]));
  const known = new Map(rows.map(({ name, id }) => [name, id]));
  const changed: Insertable<Tables['permission']>[] = [];
  const record = (name: string, delivered: Delivered, facts: { action?: string; needs?: string | undefined }): void => {
    const id = known.get(name) ?? newId();
    known.set(name, id);
    const of = facts.action ?? facts.needs;
    const always = { needs: facts.needs ?? null, root_only: of !== undefined && declared.isRootOnly(of) };
    const row = found.get(name);
    if (row && isAsDelivered(row, delivered) && isDeepStrictEqual(always, only(row, 'needs', 'root_only'))) return;
    const action = facts.action ?? null;
    changed.push({ id, name, action, ...delivered, ...always, delivered: JSON.stringify(delivered) });
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
    record(entry.name, delivered, { needs: entry.needs });
  }
  const page = (action: string): string | null => known.get(declared.pageOf(action) ?? '') ?? null;
  for (const [at, action] of [...new Set(declared.actions)].entries()) {
    const [title_en, title_zh] = declared.titleOf(action);
    const delivered: Delivered = {
      ...{ parent_id: page(action), kind: 2, title_en, title_zh, path: '', component: '' },
      ...{ redirect: null, icon: null, sort: at + 1, hidden: false },
    };
    record(action, delivered, { action });
  }
  if (changed.length > 0)
    await db
      .insertInto('permission')
      .values(changed)
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((of) => ({
          ...unlessEdited(),
          ...{ needs: of.ref('excluded.needs'), root_only: of.ref('excluded.root_only') },
          delivered: of.ref('excluded.delivered'),
        })),
      )
      .execute();
  return new Set(changed.map(({ name }) => name).filter((name) => !found.has(name)));
}

type Row = Delivered & { readonly delivered: unknown; readonly edited_at: Date | null };

const isAsDelivered = (row: Row, delivered: Delivered): boolean =>
  isDeepStrictEqual(row.delivered, delivered) &&
  (row.edited_at !== null || isDeepStrictEqual(only(row, ...DELIVERED), delivered));

const only = <Some extends object, Name extends keyof Some>(some: Some, ...names: readonly Name[]): Pick<Some, Name> =>
  Object.fromEntries(names.map((name) => [name, some[name]])) as Pick<Some, Name>;

/** A slice may put its pages into the group of one that is named behind it. */
function parentsFirst(entries: readonly MenuEntry[]): MenuEntry[] {
  const parentOf = new Map(entries.map(({ name, parent }) => [name, parent]));
  const depthOf = (parent: string | undefined): number =>
    parent === undefined ? 0 : 1 + depthOf(parentOf.get(parent));
  return entries.toSorted((one, other) => depthOf(one.parent) - depthOf(other.parent));
}

/** The given values where nobody edited the row, and what stands there otherwise. */
function unlessEdited(): Record<keyof Delivered, RawBuilder<never>> {
  return Object.fromEntries(
    DELIVERED.map((column) => [
      column,
      sql`case when permission.edited_at is null then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`permission.${column}`)} end`,
    ]),
  ) as Record<keyof Delivered, RawBuilder<never>>;
}
