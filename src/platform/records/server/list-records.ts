import type { Expression, SqlBool } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { toPage } from '#platform/database/server/page.ts';
import { seePeople } from '#platform/database/server/reach-people.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import type { RecordKind } from '../contract/define-records.ts';
import type { RecordPage, RecordQuery } from '../contract/record-endpoints.ts';
import { countedQuery, keptTotal } from './kept-counts.ts';
import { maskedFields, maskedRow } from './masked.ts';
import { orderOf, recordConditions, sightOf } from './record-query.ts';
import {
  fieldsOf,
  nameIn,
  type RowWords,
  readerOf,
  rowsOf,
  type StoredRecord,
  selectRecords,
  toRow,
  type Values,
} from './record-rows.ts';
import type { ServedKind } from './serving.ts';

/** A page of records, with how many there are of them. */
export async function listRecords(
  served: ServedKind,
  context: RequestContext,
  request: RecordQuery,
): Promise<RecordPage<Values>> {
  const { kind } = served;
  const { pageNo = 1, pageSize = 10 } = request;
  const asked = await recordConditions(served, context, request);
  const counted = await countedQuery(served, context, request);
  // the order would tell what is masked as well
  const isHidden = maskedFields(served, context.actor).includes(request.column ?? '');
  const order = orderOf(kind, isHidden ? { ...request, column: undefined } : request);
  const [[first] = ['']] = order;
  const sortedBy = new Map(Object.entries(served.computed ?? {})).get(request.column ?? '');
  // all that depends on nothing else is asked at once: each answer that is waited for costs a turn of server and database
  const [words, { total, found, timeZone }] = await Promise.all([
    wordsOf(kind, context),
    readKind(served, context, async (db) => {
      // first which records: what is computed of those that are skipped would take the time
      let page = rowsOf(db, served).select('record.id as id').where(asked);
      if (sortedBy) page = page.select(sortedBy.as(first));
      for (const [column, direction] of order) page = page.orderBy(column, direction);
      page = page.limit(pageSize).offset((pageNo - 1) * pageSize);
      let query = selectRecords(db, served, readerOf(context)).innerJoin(page.as('page'), 'page.id', 'record.id');
      for (const [column, direction] of order) query = query.orderBy(column, direction);
      const [total, found, timeZone] = await Promise.all([
        counted ? keptTotal(db, kind, counted) : countRows(db, served, asked),
        query.execute(),
        kind.calls.family === 'domain' ? '' : zoneOfTenant(db),
      ]);
      return { total, found, timeZone };
    }),
  ]);
  const row = (one: StoredRecord) =>
    toRow(kind, maskedRow(served, context.actor, one), words && { timeZone, ...words });
  return toPage(found.map(row), total, { pageNo, pageSize });
}

async function countRows(db: TenantDb, served: ServedKind, asked: Expression<SqlBool>): Promise<number> {
  const { total } = await rowsOf(db, served)
    .select((of) => of.fn.countAll<number>().as('total'))
    .where(asked)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Reads the kind's table, in a transaction of its own: what it may reach ends with it. */
export const readKind = <T>(
  { ofPeople }: Pick<ServedKind, 'ofPeople'>,
  context: Pick<RequestContext, 'read'>,
  work: (db: TenantDb) => Promise<T>,
): Promise<T> =>
  context.read(async (db) => {
    if (ofPeople) await seePeople(db);
    return work(db);
  });

/** One record; what the caller may not see is as unknown as what does not exist. */
export async function oneRecord(served: ServedKind, context: RequestContext, id: string): Promise<Values> {
  if (!isUuid(id)) raise(served.kind.notFound);
  const words = await rowWords(served.kind, context);
  const seen = sightOf(served, context.actor);
  const row = await readKind(served, context, (db) => {
    const query = selectRecords(db, served, readerOf(context)).where('record.id', '=', id);
    return (seen ? query.where(seen) : query).executeTakeFirst();
  });
  return toRow(served.kind, maskedRow(served, context.actor, row ?? raise(served.kind.notFound)), words);
}

/** Names to choose from, in the order of the alphabet. */
export async function recordOptions(
  served: ServedKind,
  context: RequestContext,
  request: { readonly keyword?: string | undefined; readonly pageSize: number },
): Promise<{ id: string; name: string }[]> {
  const { kind } = served;
  const asked = await recordConditions(served, context, { keyword: request.keyword });
  const name = nameIn(context.language, kind);
  const rows = await readKind(served, context, (db) =>
    rowsOf(db, served)
      .select(['record.id', name.as('name')])
      .where(asked)
      .orderBy(name)
      .orderBy('record.id')
      .limit(request.pageSize)
      .execute(),
  );
  return rows.map((row) => ({ id: String(row['id']), name: String(row['name']) }));
}

/** The words that rows of the older family have beside their codes; undefined for the others. */
export async function rowWords(kind: RecordKind, context: RequestContext): Promise<RowWords | undefined> {
  if (kind.calls.family === 'domain') return undefined;
  const [words, timeZone] = await Promise.all([wordsOf(kind, context), context.read(zoneOfTenant)]);
  return words && { timeZone, ...words };
}

async function wordsOf(kind: RecordKind, context: RequestContext): Promise<Pick<RowWords, 'word'> | undefined> {
  if (kind.calls.family === 'domain') return undefined;
  const codes = fieldsOf(kind).flatMap(([, { dictionary }]) => dictionary ?? []);
  const words = await dictionaryWords(context, codes, context.language);
  // an unknown value stays itself
  return { word: (dictionary, value) => words.get(`${dictionary} ${value}`) ?? value };
}

/** The words of dictionaries by code and value, in a reader's language: one statement, which needs no transaction. */
async function dictionaryWords(
  { services }: Pick<RequestContext, 'services'>,
  codes: readonly string[],
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map();
  const items = await services.database.identityQuery<{ code: string; value: string; text: string }>({
    text: `select code, value, case when $2 and text_zh <> '' then text_zh else text_en end as text
             from dictionary_item where code = any($1::text[])`,
    values: [codes, language === 'zh-CN'],
  });
  return new Map(items.map(({ code, value, text }) => [`${code} ${value}`, text]));
}
