import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { dictionaries } from '../contract/dictionaries.ts';
import type { RemovedDictionary } from '../contract/endpoints.ts';
import { pushDictionaries } from './dictionary-storage.ts';
import { mustBeRoot } from './guard-dictionary.ts';

const MOST = 1_000;

/** Dictionaries that were removed, the last one first. */
export function recycleBin(context: RequestContext): Promise<RemovedDictionary[]> {
  return context.read(async (db) => {
    const rows = await db
      .selectFrom('dictionary')
      .select(['id', 'code', 'name_en', 'name_zh', 'type', 'description', 'removed_at', 'removed_by'])
      .select(
        sql<number>`(select count(*)::int from dictionary_item as item where item.dictionary_id = dictionary.id)`.as(
          'items',
        ),
      )
      .where('removed_at', 'is not', null)
      .orderBy('removed_at', 'desc')
      .orderBy('id')
      .limit(MOST)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      dictName: row.name_en,
      dictNameZh: row.name_zh,
      dictCode: row.code,
      type: row.type,
      description: row.description,
      delFlag: 1 as const,
      items: row.items,
      removedAt: (row.removed_at ?? new Date(0)).toISOString(),
      removedBy: row.removed_by ?? '',
    }));
  });
}

export async function restoreDictionary(context: RequestContext, { id }: { readonly id: string }): Promise<null> {
  mustBeRoot(context);
  await context.transaction(async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('dictionary')
      .set({ removed_at: null, removed_by: null })
      .where('id', '=', id)
      .where('removed_at', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) raise('record.not-found');
    await tx.audit({ action: 'dictionary:restore', objectKind: dictionaries.name, objectId: id });
    await tx.live({ kind: dictionaries.name, id, permission: dictionaries.permission('view') });
    await pushDictionaries(tx);
  });
  return null;
}

/** The dictionary and its items are gone: its code is free again. */
export async function removeDictionaryForGood(context: RequestContext, { id }: { readonly id: string }): Promise<null> {
  mustBeRoot(context);
  await context.transaction(async (tx) => {
    const removed = await tx.db
      .deleteFrom('dictionary')
      .where('id', '=', id)
      .where('removed_at', 'is not', null)
      .returning(['code', 'name_en', 'name_zh'])
      .executeTakeFirst();
    if (!removed) raise('record.not-found');
    await tx.audit({
      action: 'dictionary:remove-for-good',
      objectKind: dictionaries.name,
      objectId: id,
      before: { dictCode: removed.code, dictName: removed.name_en, dictNameZh: removed.name_zh },
    });
  });
  return null;
}
