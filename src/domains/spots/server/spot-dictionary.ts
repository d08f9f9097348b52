import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import { likeText } from '#platform/database/server/page.ts';
import type { RequestContext } from '#platform/http/server/context.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { TableDictionary } from '#platform/records/server/slice-parts.ts';

const visible = ({ actor }: RequestContext): readonly string[] | null => (actor.isRoot ? null : actor.spotIds);

function spotsOf(db: TenantDb, context: RequestContext) {
  const ids = visible(context);
  const spots = db.selectFrom('spot').select(['spot.id as value', 'spot.name as text']);
  return ids === null ? spots : spots.where('spot.id', '=', sql<string>`any(${[...ids]}::uuid[])`);
}

/** The service spots that the caller sees, by id. */
export const spotDictionary: TableDictionary = {
  name: 'sos_service_spots_info,name,id',
  permission: 'spot:view',
  search: (context, { keyword, limit }) =>
    context.read((db) =>
      spotsOf(db, context)
        .where('spot.name', 'ilike', `%${likeText(keyword)}%`)
        .orderBy('spot.name')
        .orderBy('spot.id')
        .limit(limit)
        .execute(),
    ),
  find: (context, values) =>
    context.read(async (db) => {
      const ids = values.filter(isUuid);
      return ids.length === 0 ? [] : spotsOf(db, context).where('spot.id', 'in', ids).execute();
    }),
};
