import type { TenantDb } from '#platform/database/server/database.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { OfferedArt } from '../contract/offered-art.ts';

const ON = 1;

/** The pictures that are on, higher sort first as drinks are. */
export async function findOfferedArts(db: TenantDb): Promise<OfferedArt[]> {
  const rows = await offered(db).orderBy('sort', 'desc').orderBy('id').execute();
  return rows.map(toArt);
}

/** Those of the ids that are on, by id; whatever else an id may be is not among them. */
export async function findChosenArts(db: TenantDb, ids: readonly string[]): Promise<ReadonlyMap<string, OfferedArt>> {
  const known = [...new Set(ids)].filter(isUuid);
  if (known.length === 0) return new Map();
  const rows = await offered(db).where('id', 'in', known).execute();
  return new Map(rows.map((row) => [row.id, toArt(row)]));
}

const offered = (db: TenantDb) =>
  db.selectFrom('latte_art').select(['id', 'name', 'name_zh', 'image']).where('status', '=', ON);

const toArt = (row: { id: string; name: string; name_zh: string; image: string }): OfferedArt => ({
  id: row.id,
  name: row.name,
  nameZh: row.name_zh,
  image: row.image,
});
