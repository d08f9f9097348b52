import { sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { HistoryPage, HistoryRequest } from '#platform/history/contract/history.ts';
import { readHistory } from '#platform/history/server/read-history.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { RecordFields, RecordTarget } from '../contract/fields.ts';
import { fieldsWithActs } from '../contract/record-names.ts';
import { oneRecord } from './list-records.ts';
import { maskedFields } from './masked.ts';
import { anyTable, fieldsOf, inReach, listedBy, nameIn, referencesOf } from './record-rows.ts';
import type { ServedKind } from './serving.ts';

/** The edits of a record, and what else was done to it, for users who may see it; references carry the names that the reader may know. */
export async function recordHistory(
  served: ServedKind,
  context: RequestContext,
  request: HistoryRequest,
): Promise<HistoryPage> {
  const { kind } = served;
  await oneRecord(served, context, request.id);
  const hidden = maskedFields(served, context.actor);
  const fields = fieldsOf(kind).flatMap(([field]) => (hidden.includes(field) ? [] : [field]));
  const acts = Object.entries(kind.acts).map(([action, said]) => [action, Object.keys(said)] as const);
  const spoken = { fields: fieldsWithActs(kind) };
  return context.read((db) =>
    readHistory(db, request, {
      kind: kind.name,
      fields: {
        [kind.permission('add')]: fields,
        [kind.permission('edit')]: fields,
        [kind.permission('delete')]: [],
        undo: [],
        ...Object.fromEntries(acts),
      },
      // what an act is about need not have changed by it
      always: Object.values(kind.acts).flatMap((said) => referencesOf({ fields: said }).map(([field]) => field)),
      names: {
        fields: [...referencesOf(spoken), ...listedBy(spoken)].map(([field]) => field),
        find: (ids) => namesBehind(context, db, spoken.fields, ids),
      },
    }),
  );
}

/** Names of the records that these fields point at, by what stands for them, as far as the reader may know them. */
export async function namesBehind(
  { actor, language }: Pick<RequestContext, 'actor' | 'language'>,
  db: TenantDb,
  fields: RecordFields,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const [, target] of [...referencesOf({ fields }), ...listedBy({ fields })])
    for (const [id, name] of await namesIn(db, language, target, target.isSpot ? visibleIds(actor, ids) : ids))
      names.set(id, name);
  return names;
}

const visibleIds = (actor: Actor, ids: readonly string[]): readonly string[] =>
  actor.isRoot || actor.spotIds === null ? ids : ids.filter((id) => actor.spotIds?.includes(id));

/** By their ids, or by the value that audit rows keep where the row may go. */
async function namesIn(db: TenantDb, language: Language, target: RecordTarget, ids: readonly string[]) {
  const { table, keptBy = 'id' } = target;
  const known = keptBy === 'id' ? ids.filter(isUuid) : ids;
  if (known.length === 0) return [];
  const rows = await inReach(target, db, () =>
    anyTable(db)
      .selectFrom(`${table} as named`)
      .select([sql.ref(`named.${keptBy}`).as('id'), nameIn(language, target, 'named').as('name')])
      .where(`named.${keptBy}`, 'in', known)
      .execute(),
  );
  return rows.map((row) => [String(row['id']), String(row['name'])] as const);
}
