import { sql } from 'kysely';
import { toPage } from '#platform/database/server/page.ts';
import type { RequestContext } from '#platform/http/server/context.ts';
import { filterConditions } from '#platform/super-query/server/filter-conditions.ts';
import type { SuperColumns } from '#platform/super-query/server/super-condition.ts';
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
  return context.read(async (db) => {
    const matching = db.selectFrom('position').where(asked);
    const { total } = await matching.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await matching
      .select(['id', 'code', 'name', 'post_rank'])
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
    }));
    return toPage(records, Number(total), request);
  });
}
