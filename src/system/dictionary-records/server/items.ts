import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { dictionaries, dictionaryItems } from '../contract/dictionaries.ts';
import type { CheckItemRequest, OrderItemsRequest } from '../contract/endpoints.ts';
import { pushDictionaries } from './dictionary-storage.ts';
import { mustBeRoot } from './guard-dictionary.ts';

/** Says nothing where the value is free in its dictionary. */
export async function checkItem(context: RequestContext, { dictId, itemValue, id }: CheckItemRequest): Promise<null> {
  // a dictionary that nobody can have has no item
  if (!isUuid(dictId)) return null;
  const row = await context.read((db) =>
    db
      .selectFrom('dictionary_item')
      .select('id')
      .where('dictionary_id', '=', dictId)
      .where((of) => of(of.fn('lower', ['value']), '=', itemValue.trim().toLowerCase()))
      .executeTakeFirst(),
  );
  if (row && row.id !== id) raiseAt('itemValue', 'dictionary.value-taken');
  return null;
}

/** The items that are named come first, in this order; somebody may have added one meanwhile. */
export async function orderItems(context: RequestContext, { dictId, ids }: OrderItemsRequest): Promise<null> {
  mustBeRoot(context);
  if (!isUuid(dictId)) raise(dictionaries.notFound);
  await context.transaction(async (tx) => {
    const items = await tx.db
      .selectFrom('dictionary_item')
      .select('id')
      .where('dictionary_id', '=', dictId)
      .orderBy('sort')
      .orderBy('value')
      .execute();
    const before = items.map((item) => item.id);
    const wanted = [...new Set(ids)].filter((id) => before.includes(id));
    if (wanted.length < ids.length) raiseAt('ids', 'record.reference-unknown');
    const after = [...wanted, ...before.filter((id) => !wanted.includes(id))];
    await sql`
      update dictionary_item set sort = place.nth, version = version + 1, updated_at = ${tx.now()}, updated_by = ${tx.actor.name}
        from unnest(${after}::uuid[]) with ordinality as place (id, nth)
       where dictionary_item.id = place.id and dictionary_item.sort <> place.nth`.execute(tx.db);
    await tx.audit({
      action: 'dictionary:order-items',
      objectKind: dictionaries.name,
      objectId: dictId,
      before: { ids: before },
      after: { ids: after },
    });
    await tx.live({ kind: dictionaryItems.name, id: dictId, permission: dictionaryItems.permission('view') });
    await pushDictionaries(tx);
  });
  return null;
}
