import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import type { RowOf } from '#platform/records/contract/fields.ts';
import type { ApartField } from '#platform/records/server/serving.ts';
import { categories } from '../contract/categories.ts';
import type { Group, groups } from '../contract/groups.ts';
import { noLongerDefault } from './category-group.ts';

type Draft = RowOf<typeof groups.fields>;
type Row = Group['categories'][number];

/** The choices of a group, kept as categories of their own: whoever is left out is deleted, and ids stay. */
export const categoriesOfGroup: ApartField = {
  read: sql`(select coalesce(jsonb_agg(jsonb_build_object(
                      'id', choice.id, 'name', choice.name, 'nameZh', choice.name_zh, 'costMinor', choice.cost_minor)
                    order by choice.sort, choice.id), '[]')
               from option_choice as choice
              where choice.tenant_id = ${THIS_TENANT} and choice.group_id = record.id)`,
  async write(tx, groupId, rows: readonly Row[]) {
    const stored = await tx.db
      .selectFrom('option_choice')
      .select(['id', 'name', 'name_zh', 'cost_minor', 'sort'])
      .where('group_id', '=', groupId)
      .execute();
    const byId = new Map(stored.map((one) => [one.id, one]));
    const gone = stored.map(({ id }) => id).filter((id) => !rows.some((row) => row.id === id));
    await noLongerDefault(tx, gone);
    if (gone.length > 0) await tx.db.deleteFrom('option_choice').where('id', 'in', gone).execute();
    const kept = rows.filter(({ id }) => byId.has(id));
    await freeNames(
      tx,
      kept.filter(({ id, name, nameZh }) => byId.get(id)?.name !== name || byId.get(id)?.name_zh !== nameZh),
    );
    const changed = [...gone];
    for (const [place, row] of rows.entries()) {
      const before = byId.get(row.id);
      const values = { name: row.name, name_zh: row.nameZh, cost_minor: row.costMinor ?? 0, sort: place + 1 };
      if (before && Object.entries(values).every(([column, value]) => before[column as 'name'] === value)) continue;
      changed.push(row.id);
      if (before) await updateCategory(tx, row.id, values);
      else await insertCategory(tx, { id: row.id, group_id: groupId, ...values });
    }
    for (const id of changed) await tx.live({ kind: categories.name, id, permission: categories.permission('view') });
  },
};

/** Names are had once in a group, row by row: who changes his name lays it down first, for it may be another's from now on. */
async function freeNames(tx: Transaction, renamed: readonly Row[]): Promise<void> {
  if (renamed.length === 0) return;
  const ids = renamed.map(({ id }) => id);
  await tx.db
    .updateTable('option_choice')
    .set({ name: sql<string>`id::text`, name_zh: '' })
    .where('id', 'in', ids)
    .execute();
}

async function updateCategory(
  tx: Transaction,
  id: string,
  values: { name: string; name_zh: string; cost_minor: number; sort: number },
): Promise<void> {
  await tx.db
    .updateTable('option_choice')
    .set({ ...values, version: sql`version + 1`, updated_at: tx.now(), updated_by: tx.actor.name })
    .where('id', '=', id)
    .execute();
}

async function insertCategory(
  tx: Transaction,
  values: { id: string; group_id: string; name: string; name_zh: string; cost_minor: number; sort: number },
): Promise<void> {
  const at = tx.now();
  await tx.db
    .insertInto('option_choice')
    .values({ ...values, created_at: at, created_by: tx.actor.name, updated_at: at })
    .execute();
}

/** Gives new categories an id, and the group's cost where nothing else is said (settled 73). */
export async function withCategories(
  tx: Transaction,
  { draft, before }: { readonly draft: Draft; readonly before: Draft | undefined },
): Promise<Partial<Draft>> {
  if (draft.categories === before?.categories) return {};
  const own = new Set(before?.categories.map((row) => row.id));
  const named = new Set<string>();
  for (const [place, row] of draft.categories.entries()) {
    const id = row.id.toLowerCase();
    const isTwice = named.has(id);
    named.add(id);
    if (id !== '' && (isTwice || (!own.has(row.id) && !(await isFree(tx, id)))))
      raiseAt(`categories.${place}.name`, 'record.reference-unknown');
  }
  const categories = draft.categories.map((row) => ({
    ...row,
    id: row.id === '' ? newId() : row.id,
    costMinor: row.costMinor ?? draft.costMinor,
  }));
  return { categories };
}

/** An id that comes from elsewhere, such as a copy of what was deleted, must be no other group's. */
async function isFree(tx: Transaction, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const found = await tx.db.selectFrom('option_choice').select('id').where('id', '=', id).executeTakeFirst();
  return found === undefined;
}
