import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { oneRecord } from '#platform/records/server/list-records.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { OperationChange } from '../contract/endpoints.ts';
import type { ListedOperation } from '../contract/operation-log.ts';
import { idsAround } from '../rules/ids-around.ts';
import { shownChanges } from '../rules/shown-change.ts';
import { operations } from './lists.ts';
import type { LogWords } from './log-words.ts';

const MOST_RECORDS = 200;

/** What one call changed: its audit rows, which carry the same request id (settled 28). */
export async function readChanges(
  context: RequestContext,
  { id }: { readonly id: string },
  words: LogWords,
): Promise<OperationChange[]> {
  if (!isUuid(id)) raise('log.unknown');
  const { language, actor } = context;
  const line = (await oneRecord(operations.served, context, id)) as unknown as ListedOperation;
  const { first, last } = idsAround(id, line.durationMs);
  const rows = await context.read((db) =>
    db
      .selectFrom('audit_row')
      .select(['id', 'action', 'object_kind', 'object_id', 'result', 'reason'])
      .select([sql<unknown>`before`.as('before'), sql<unknown>`after`.as('after')])
      .where('id', '>=', first)
      .where('id', '<=', last)
      .where('request_id', '=', line.requestId)
      .orderBy('id')
      .limit(MOST_RECORDS)
      .execute(),
  );
  const seesContacts = actor.isRoot || actor.permissions.has('user:contact');
  return rows.map((row) => ({
    ...{ id: row.id, kind: row.object_kind, kindName: words.kind(row.object_kind, language), objectId: row.object_id },
    address: words.addressOf(row.object_kind, row.object_id),
    ...{ action: words.action(row.action, language), result: row.result, reason: row.reason || null },
    changes: shownChanges(row.before, row.after, seesContacts).map((change) => ({
      ...change,
      label: words.field(row.object_kind, change.field, language),
    })) as OperationChange['changes'],
  }));
}
