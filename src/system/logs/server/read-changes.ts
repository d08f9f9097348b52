import { sql } from 'kysely';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { RecordField } from '#platform/records/contract/fields.ts';
import { oneRecord } from '#platform/records/server/list-records.ts';
import { namesBehind } from '#platform/records/server/record-history.ts';
import type { OperationChange } from '../contract/endpoints.ts';
import type { ListedOperation } from '../contract/operation-log.ts';
import { idsAround } from '../rules/ids-around.ts';
import { shownChanges } from '../rules/shown-change.ts';
import { operations, seesOwnOnly } from './lists.ts';
import type { LogWords } from './log-words.ts';

const MOST_RECORDS = 200;

/** What one call changed: its audit rows, which carry the same request id (settled 28). */
export async function readChanges(
  context: RequestContext,
  { id }: { readonly id: string },
  words: LogWords,
): Promise<OperationChange[]> {
  if (!isUuid(id)) raise('log.unknown');
  const line = (await oneRecord(operations.served, context, id)) as unknown as ListedOperation;
  const { first, last } = idsAround(id, line.durationMs);
  const rows = await context.read((db) =>
    auditRows(db)
      .where('id', '>=', first)
      .where('id', '<=', last)
      .where('request_id', '=', line.requestId)
      .orderBy('id')
      .limit(MOST_RECORDS)
      .execute(),
  );
  return Promise.all(rows.map((row) => toChange(context, row, words)));
}

const auditRows = (db: TenantDb) =>
  db
    .selectFrom('audit_row')
    .select(['id', 'at', 'actor_name', 'action', 'object_kind', 'object_id', 'result', 'reason'])
    .select([sql<unknown>`before`.as('before'), sql<unknown>`after`.as('after')]);

interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly actor_name: string;
  readonly action: string;
  readonly object_kind: string;
  readonly object_id: string;
  readonly result: string;
  readonly reason: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

async function toChange(context: RequestContext, row: AuditRow, words: LogWords): Promise<OperationChange> {
  const { actor, language } = context;
  const seesContacts = can(actor, 'user:contact');
  const changes = shownChanges(row.before, row.after, seesContacts).map((change) => {
    const declared = words.declared(row.object_kind, change.field);
    const fits = [change.before, change.after].every(
      (value) => value === null || declared?.output.safeParse(value).success,
    );
    return {
      ...change,
      label: words.field(row.object_kind, change.field, language),
      // an act may call something else by the name of a field
      declared: fits ? declared : undefined,
    };
  });
  const pointing = Object.fromEntries(
    changes.flatMap(({ field, declared }) => (declared?.target ? [[field, declared] as const] : [])),
  );
  const ids = changes.flatMap(({ field, before, after }) => (pointing[field] ? [before, after].flat() : []));
  const texts = ids.filter((id) => typeof id === 'string');
  const names = texts.length === 0 ? [] : await context.read((db) => namesBehind(context, db, pointing, texts));
  return {
    ...{ id: row.id, kind: row.object_kind, kindName: words.kind(row.object_kind, language), objectId: row.object_id },
    address: words.addressOf(row.object_kind, row.object_id),
    ...{ action: words.action(row.action, language), result: row.result, reason: row.reason || null },
    changes: changes.map(({ declared, ...change }) => ({ ...change, declared: saidBy(declared) })),
    names: Object.fromEntries(names),
  };
}

/** Lists of rows and free values are shown as they are. */
function saidBy(declared: RecordField | undefined): OperationChange['changes'][number]['declared'] {
  if (!declared || declared.kind === 'rows' || declared.kind === 'json') return null;
  const { kind, dictionary, unit } = declared;
  return { kind, ...(dictionary === undefined ? {} : { dictionary }), ...(unit === undefined ? {} : { unit }) };
}

/** Versions that the reader may see; one of another tenant is as unknown as one that is not there. */
async function versionRows(context: RequestContext, ids: readonly string[]): Promise<AuditRow[]> {
  const { actor } = context;
  if (!ids.every(isUuid)) raise('log.unknown');
  const rows = await context.read((db) => {
    const found = auditRows(db)
      .where('id', 'in', [...ids])
      .where('result', '=', 'done');
    return (seesOwnOnly(actor) ? found.where('actor_id', '=', actor.id) : found).execute();
  });
  return ids.map((id) => rows.find((row) => row.id === id) ?? raise('log.unknown'));
}

/** What made one version of a record. */
export async function readVersion(
  context: RequestContext,
  { id }: { readonly id: string },
  words: LogWords,
): Promise<OperationChange> {
  const [row = raise('log.unknown')] = await versionRows(context, [id]);
  return toChange(context, row, words);
}

/** Where two versions of one record differ, the older first. */
export async function compareTwo(
  context: RequestContext,
  asked: { readonly one: string; readonly other: string },
  words: LogWords,
) {
  const rows = await versionRows(context, [asked.one, asked.other]);
  const [older = raise('log.unknown'), newer = raise('log.unknown')] = rows.sort(
    (a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1),
  );
  if (older.object_kind !== newer.object_kind || older.object_id !== newer.object_id) raise('log.different-records');
  const content = (row: AuditRow): unknown => row.after ?? row.before;
  const version = (row: AuditRow) => ({ id: row.id, at: row.at.toISOString(), by: row.actor_name });
  const difference = await toChange(context, { ...newer, before: content(older), after: content(newer) }, words);
  return { older: version(older), newer: version(newer), difference };
}
