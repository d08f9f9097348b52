import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { HistoryPage, HistoryRequest } from '#platform/history/contract/history.ts';
import { readHistory } from '#platform/history/server/read-history.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { RecordTarget } from '../contract/fields.ts';
import { oneRecord } from './list-records.ts';
import { maskedFields } from './masked.ts';
import { anyTable, fieldsOf, inReach, listedBy, referencesOf } from './record-rows.ts';
import type { ServedKind } from './serving.ts';

/** The edits of a record, for users who may see it; references carry the names that the reader may know. */
export async function recordHistory(
  served: ServedKind,
  context: RequestContext,
  request: HistoryRequest,
): Promise<HistoryPage> {
  const { kind } = served;
  await oneRecord(served, context, request.id);
  const hidden = maskedFields(served, context.actor);
  const fields = fieldsOf(kind).flatMap(([field]) => (hidden.includes(field) ? [] : [field]));
  const references = [...referencesOf(kind), ...listedBy(kind)];
  return context.read((db) =>
    readHistory(db, request, {
      kind: kind.name,
      fields: { [kind.permission('add')]: fields, [kind.permission('edit')]: fields, undo: [] },
      names: {
        fields: references.map(([field]) => field),
        find: async (ids) => {
          const names = new Map<string, string>();
          for (const [, target] of references)
            for (const [id, name] of await namesIn(db, target, target.isSpot ? visibleIds(context.actor, ids) : ids))
              names.set(id, name);
          return names;
        },
      },
    }),
  );
}

const visibleIds = (actor: Actor, ids: readonly string[]): readonly string[] =>
  actor.isRoot || actor.spotIds === null ? ids : ids.filter((id) => actor.spotIds?.includes(id));

async function namesIn(db: TenantDb, target: RecordTarget, ids: readonly string[]) {
  const known = ids.filter(isUuid);
  if (known.length === 0) return [];
  const rows = await inReach(target, db, () =>
    anyTable(db)
      .selectFrom(target.table)
      .select(['id', `${target.label} as name`])
      .where('id', 'in', known)
      .execute(),
  );
  return rows.map((row) => [String(row['id']), String(row['name'])] as const);
}
