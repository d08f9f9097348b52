import { sql } from 'kysely';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { toPage } from '#platform/database/server/page.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import type { RequestContext } from '#platform/http/server/context.ts';
import { filterConditions } from '#platform/super-query/server/filter-conditions.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import type { SuperColumns } from '#platform/super-query/server/super-condition.ts';
import { wallClock } from '#platform/time/rules/local-day.ts';
import { type PositionPage, type PositionPageRequest, positionFilters } from '../contract/position.ts';

const COLUMNS: SuperColumns<keyof typeof positionFilters> = {
  code: sql.ref('position.code'),
  name: sql.ref('position.name'),
  postRank: sql.ref('position.post_rank'),
  createTime: sql.ref('position.created_at'),
};
const SORT = { code: 'code', name: 'name', postRank: 'post_rank', createTime: 'created_at' } as const;

export async function findPositions(context: RequestContext, request: PositionPageRequest): Promise<PositionPage> {
  const asked = await filterConditions(context, request, positionFilters, COLUMNS);
  const ranks = await context.identity((db) => rankWords(db, context.language));
  return context.read(async (db) => {
    const matching = db.selectFrom('position').where(asked);
    const { total } = await matching.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const timeZone = await zoneOfTenant(db);
    const rows = await matching
      .select(['id', 'code', 'name', 'post_rank', 'created_at'])
      .orderBy(SORT[request.column ?? 'name'], request.order ?? 'asc')
      .orderBy('id')
      .limit(request.pageSize)
      .offset((request.pageNo - 1) * request.pageSize)
      .execute();
    const records = rows.map((row) => ({
      id: row.id,
      code: row.code,
      name: row.name,
      postRank: String(row.post_rank),
      // an unknown value stays itself
      postRank_dictText: ranks.get(String(row.post_rank)) ?? String(row.post_rank),
      createTime: wallClock(row.created_at, timeZone),
      updateTime: null,
    }));
    return toPage(records, Number(total), request);
  });
}

/** Words of the ranks by their value; read here, for the dictionaries themselves know the positions. */
async function rankWords(db: PlatformDb, language: Language): Promise<ReadonlyMap<string, string>> {
  const items = await db
    .selectFrom('dictionary_item')
    .select(['value', language === 'zh-CN' ? 'text_zh as text' : 'text_en as text'])
    .where('code', '=', positionFilters.postRank.dictionary)
    .where('status', '=', 1)
    .execute();
  return new Map(items.map(({ value, text }) => [value, text]));
}
