import type { Actor } from '#platform/context/server/actor.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Happening } from '#platform/history/contract/happening.ts';

const MOST_NOTICES = 100;

/** Notices that led to one of these pages in a span of time, of those that the reader would get himself. */
export async function noticesAbout(
  db: TenantDb,
  actor: Actor,
  { paths, from, to }: { paths: readonly string[]; from: Date; to: Date },
): Promise<Happening[]> {
  const rows = await db
    .selectFrom('notice')
    .select(['kind', 'tone', 'at', 'settled_at', 'permission', 'spot_id', 'of_spot', 'params'])
    .where('path', 'in', [...paths])
    .where('user_id', 'is', null)
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('at')
    .limit(MOST_NOTICES)
    .execute();
  return rows
    .filter(({ permission }) => actor.isRoot || (permission !== null && actor.permissions.has(permission)))
    .filter(
      ({ of_spot, spot_id }) =>
        !of_spot || actor.isRoot || actor.spotIds === null || (spot_id !== null && actor.spotIds.includes(spot_id)),
    )
    .flatMap((row): Happening[] => [
      {
        ...{ at: row.at, what: 'notice.raised', facts: { kind: row.kind }, raw: row.params },
        tone: row.tone === 'danger' || row.tone === 'warning' ? row.tone : 'neutral',
      },
      ...(row.settled_at ? [{ at: row.settled_at, what: 'notice.settled', facts: { kind: row.kind } }] : []),
    ]);
}
