import { sql } from 'kysely';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { RowOf } from '#platform/records/contract/fields.ts';
import type { categories } from '../contract/categories.ts';
import { groups } from '../contract/groups.ts';

type Draft = RowOf<typeof categories.fields>;

/**
 * Whoever saves a category and whoever saves its group wait for one another: a name that both give is then seen, and refused,
 * by the later one.
 */
export async function holdGroups(
  tx: Transaction,
  { draft, before }: { readonly draft: Draft; readonly before: Draft | undefined },
): Promise<void> {
  await tx.db
    .selectFrom('option_group')
    .select('id')
    .where('id', 'in', [...new Set([draft.groupId, before?.groupId ?? draft.groupId])])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** The group's cost where a category has none of its own (settled 73). */
export async function withGroupCost(tx: Transaction, { draft }: { readonly draft: Draft }): Promise<Partial<Draft>> {
  if (draft.costMinor !== null) return {};
  const group = await tx.db
    .selectFrom('option_group')
    .select('cost_minor')
    .where('id', '=', draft.groupId)
    .executeTakeFirstOrThrow();
  return { costMinor: group.cost_minor };
}

/** Drinks that began with one of these begin with nothing. */
export async function noLongerDefault(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .updateTable('beverage_option_group')
    .set({ default_choice_id: null })
    .where('default_choice_id', 'in', [...ids])
    .execute();
}

/**
 * A form of the group that is open elsewhere began from other categories: its save is shown what changed. A category that moved is
 * the default of no drink any more.
 */
export async function groupsChanged(
  tx: Transaction,
  id: string,
  after: string,
  before: string | undefined,
): Promise<void> {
  if (before !== undefined && before !== after) await noLongerDefault(tx, [id]);
  for (const groupId of [...new Set([after, before ?? after])].sort()) {
    await tx.db
      .updateTable('option_group')
      .set({ version: sql`version + 1`, updated_at: tx.now(), updated_by: tx.actor.name })
      .where('id', '=', groupId)
      .execute();
    await tx.live({ kind: groups.name, id: groupId, permission: groups.permission('view') });
  }
}
