import { sql } from 'kysely';
import { robotTarget } from '#domains/robots/contract/robot-target.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { likeText } from '#platform/database/server/page.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { TableDictionary } from '#platform/records/server/slice-parts.ts';
import { robotSight } from './find-robots.ts';

function robotsOf(db: TenantDb, { actor }: RequestContext) {
  const { spotIds: spots, ruled } = robotSight(actor);
  const all = db.selectFrom('robot').select(['id as value', 'name as text']);
  const robots = ruled ? all.where(ruled) : all;
  return spots === null ? robots : robots.where('spot_id', '=', sql<string>`any(${[...spots]}::uuid[])`);
}

/** The robots that the caller sees, by id. */
export const robotDictionary: TableDictionary = {
  name: robotTarget.dictionary,
  permission: 'robot:view',
  search: (context, { keyword, limit }) =>
    context.read((db) =>
      robotsOf(db, context)
        .where('retired_at', 'is', null)
        .where('name', 'ilike', `%${likeText(keyword)}%`)
        .orderBy('name')
        .orderBy('id')
        .limit(limit)
        .execute(),
    ),
  find: (context, values) =>
    context.read(async (db) => {
      const ids = values.filter(isUuid);
      return ids.length === 0 ? [] : robotsOf(db, context).where('id', 'in', ids).execute();
    }),
};
