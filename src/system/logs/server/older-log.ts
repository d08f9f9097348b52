import { type Expression, type SqlBool, sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { likeText, toPage } from '#platform/database/server/page.ts';
import { sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import { filterConditions } from '#platform/super-query/server/filter-conditions.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import { wallClock } from '#platform/time/rules/local-day.ts';
import { LOG_FIELDS, type LogListRequest, type LogRow } from '../contract/endpoints.ts';
import { seesOwnOnly } from './lists.ts';
import type { LogWords } from './log-words.ts';

type Page = { records: LogRow[]; current: number; pages: number; size: number; total: number };

/** The log as older clients ask for it (system-api.md 5.12): a view of the same lines as those of our own pages (settled 27). */
export async function olderLog(context: RequestContext, request: LogListRequest, words: LogWords): Promise<Page> {
  const isLogin = request.logType === '1';
  const asked = await conditions(context, request, words);
  return context.read(async (db) => {
    const zone = await zoneOfTenant(db);
    return isLogin ? logins(context, db, request, asked, zone) : operations(context, db, request, asked, zone, words);
  });
}

async function conditions(context: RequestContext, request: LogListRequest, words: LogWords) {
  const { actor, language } = context;
  const isLogin = request.logType === '1';
  const columns = {
    ...{ username: sql`username`, createTime: sql`at` },
    operateType: isLogin ? sql`null::smallint` : sql`operate_type`,
  };
  const parts: Expression<SqlBool>[] = [await filterConditions(context, request, LOG_FIELDS, columns)];
  if (seesOwnOnly(actor)) parts.push(sql<SqlBool>`user_id = ${actor.id}`);
  const word = request.keyWord?.trim();
  if (word && isLogin) parts.push(sql<SqlBool>`(act ilike ${like(word)} or address ilike ${like(word)})`);
  if (word && !isLogin)
    parts.push(sql<SqlBool>`(action = any(${words.actionsWith(word, language)}) or action ilike ${like(word)}
      or route ilike ${like(word)} or route = any(${words.callsWith(word, language)}) or object_id ilike ${like(word)})`);
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

const like = (text: string): string => `%${likeText(text)}%`;

const order = (request: LogListRequest, columns: Readonly<Record<string, string>>) =>
  [columns[request.column ?? ''] ?? 'at', request.order ?? (request.column ? 'asc' : 'desc')] as const;

async function operations(
  { language }: RequestContext,
  db: TenantDb,
  request: LogListRequest,
  asked: Expression<SqlBool>,
  zone: string,
  words: LogWords,
): Promise<Page> {
  const [column, direction] = order(request, { username: 'username', costTime: 'duration_ms' });
  const lines = db.selectFrom('operation_log').where(asked);
  const { total } = await lines.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await lines
    .selectAll()
    .orderBy(sql.ref(column), direction)
    .orderBy('id', direction)
    .limit(request.pageSize)
    .offset((request.pageNo - 1) * request.pageSize)
    .execute();
  const own = sliceTexts('log-words', language);
  const records = rows.map((row) => ({
    ...{ id: row.id, logType: 2, logType_dictText: own('older.operation') },
    logContent: [words.call(row.action, row.route, language), row.object_id].filter(Boolean).join(' · '),
    ...{ operateType: row.operate_type, operateType_dictText: own(`older.type.${row.operate_type}`) },
    ...{ userid: row.username, username: row.user_name || row.username, ip: row.address, costTime: row.duration_ms },
    ...{ requestType: row.method, requestUrl: row.route, requestParam: row.params, method: row.action },
    ...{ createBy: row.username, createTime: wallClock(row.at, zone) },
  }));
  return toPage(records, Number(total), request);
}

async function logins(
  { language }: RequestContext,
  db: TenantDb,
  request: LogListRequest,
  asked: Expression<SqlBool>,
  zone: string,
): Promise<Page> {
  const [column, direction] = order(request, { username: 'username' });
  const lines = db.selectFrom('login_log').where(asked);
  const { total } = await lines.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await lines
    .select(['id', 'at', 'username', 'user_name', 'act', 'reason', 'address'])
    .orderBy(sql.ref(column), direction)
    .orderBy('id', direction)
    .limit(request.pageSize)
    .offset((request.pageNo - 1) * request.pageSize)
    .execute();
  const own = sliceTexts('log-words', language);
  const records = rows.map((row) => ({
    ...{ id: row.id, logType: 1, logType_dictText: own('older.login'), logContent: own(`older.act.${row.act}`) },
    ...{ operateType: null, operateType_dictText: '' },
    ...{ userid: row.username, username: row.user_name || row.username, ip: row.address, costTime: null },
    ...{ requestType: '', requestUrl: '', requestParam: '', method: '' },
    ...{ createBy: row.username, createTime: wallClock(row.at, zone) },
  }));
  return toPage(records, Number(total), request);
}
