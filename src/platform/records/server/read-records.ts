import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { readKind } from './list-records.ts';
import { sightOf } from './record-query.ts';
import { selectRecords, toValues, type Values } from './record-rows.ts';
import type { ServedKind } from './serving.ts';

export interface ReadRecord {
  readonly id: string;
  readonly version: number;
  readonly values: Values;
}

/** All records of a kind that the caller may see, or those with these ids, for work on many of them at once. */
export async function readRecords(
  served: ServedKind,
  context: Pick<RequestContext, 'read' | 'actor'>,
  ids?: readonly string[],
): Promise<ReadRecord[]> {
  const seen = sightOf(served, context.actor);
  const rows = await readKind(served, context, (db) => {
    let query = selectRecords(db, served).orderBy('record.id');
    if (ids) query = query.where(sql<boolean>`record.id = any(${ids.filter(isUuid)}::uuid[])`);
    return (seen ? query.where(seen) : query).execute();
  });
  return rows.map((row) => ({ id: row.id, version: row.version, values: toValues(served.kind, row) }));
}
