import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import { toPage } from '#platform/database/server/page.ts';
import type { HistoryEntry, HistoryFields, HistoryPage, HistoryRequest } from '#platform/history/contract/history.ts';
import { differences } from '#platform/history/rules/differences.ts';

export interface HistoryOf {
  /** As the audit rows name the kind of record. */
  readonly kind: string;
  readonly fields: HistoryFields;
  /** Fields that say what was done, listed even where the record was so before. */
  readonly always?: readonly string[];
  /** Fields that hold ids, and the names of those that the reader may see. */
  readonly names?: {
    readonly fields: readonly string[];
    find(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  };
}

/**
 * The edits of one record, newest first, out of its audit rows. The caller has made sure that the reader may see the record;
 * what failed or was refused changed nothing and is left out.
 */
export async function readHistory(db: TenantDb, request: HistoryRequest, of: HistoryOf): Promise<HistoryPage> {
  const rows = db
    .selectFrom('audit_row')
    .where('object_kind', '=', of.kind)
    .where('object_id', '=', request.id)
    .where('action', 'in', Object.keys(of.fields))
    .where('result', '=', 'done');
  const { total } = await rows.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const direction = request.order ?? 'desc';
  const found = await rows
    .select(['id', 'at', 'action', 'actor_kind', 'actor_name', 'reason'])
    .select([sql<unknown>`before`.as('before'), sql<unknown>`after`.as('after')])
    .orderBy('at', direction)
    .orderBy('id', direction)
    .limit(request.pageSize)
    .offset((request.pageNo - 1) * request.pageSize)
    .execute();
  const records = found.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    byKind: row.actor_kind as HistoryEntry['byKind'],
    byName: row.actor_name,
    reason: row.reason === '' ? null : row.reason,
    changes: differences(row.before, row.after, of.fields[row.action] ?? [], of.always),
  }));
  return { ...toPage(records, Number(total), request), names: await namesIn(records, of) };
}

async function namesIn(records: readonly HistoryEntry[], { names }: HistoryOf): Promise<Record<string, string>> {
  if (!names) return {};
  const ids = records
    .flatMap((entry) => entry.changes)
    .filter((change) => names.fields.includes(change.field))
    .flatMap((change) => [change.before, change.after].flat())
    .filter((id) => typeof id === 'string');
  return ids.length === 0 ? {} : Object.fromEntries(await names.find([...new Set(ids)]));
}
