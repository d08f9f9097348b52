import type { TenantDb } from '#platform/database/server/database.ts';
import { toPage } from '#platform/database/server/page.ts';
import type { LanguageRow, LanguagesRequest, PagePack, PagePacksRequest } from '../contract/language.ts';

/** The default first, then by the order that the administrator gave. */
export async function findLanguages(db: TenantDb, request: LanguagesRequest) {
  let query = db.selectFrom('language');
  // what is offered everywhere is offered in the bar too
  if (request.type !== undefined) query = query.where('type', 'in', [request.type, 'all']);
  if (request.status !== undefined) query = query.where('status', '=', request.status);
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const { column } = request;
  const rows = await query
    .select(['id', 'language', 'remark', 'type', 'status', 'is_default'])
    .orderBy(column ?? 'is_default', column ? (request.order ?? 'asc') : 'desc')
    .orderBy('sort')
    .orderBy('language')
    .limit(request.pageSize)
    .offset((request.pageNo - 1) * request.pageSize)
    .execute();
  const records = rows.map(
    ({ is_default, status, ...row }): LanguageRow => ({ ...row, status: status === 1 ? 1 : 0, isDefault: is_default }),
  );
  return toPage(records, Number(total), request);
}

export async function findPagePacks(db: TenantDb, request: PagePacksRequest) {
  let query = db.selectFrom('page_language').where('language', '=', request.language);
  if (request.pageKey !== undefined) query = query.where('page_key', '=', request.pageKey);
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select(['id', 'language', 'page_key', 'texts'])
    .orderBy('page_key')
    .limit(request.pageSize)
    .offset((request.pageNo - 1) * request.pageSize)
    .execute();
  const records = rows.map(
    ({ page_key, texts, ...row }): PagePack => ({ ...row, pageKey: page_key, pageLanguage: JSON.stringify(texts) }),
  );
  return toPage(records, Number(total), request);
}
