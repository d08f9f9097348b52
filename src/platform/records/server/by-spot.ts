import { sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import { columnOf } from './record-rows.ts';
import type { RecordSight } from './serving.ts';

const allowed = (actor: Actor): readonly string[] | null => (actor.isRoot ? null : actor.spotIds);

/**
 * A person who is restricted to spots sees what belongs to one of them, and nothing that belongs to none (security 5.3). The
 * spots themselves are seen by their `id`.
 */
export function bySpot(field: string): RecordSight {
  const spotOf = (values: Readonly<Record<string, unknown>>) => (values[field] as string | null | undefined) ?? null;
  return {
    condition: (actor) => {
      const ids = allowed(actor);
      return ids === null ? undefined : sql`${sql.ref(`record.${columnOf(field)}`)} = any(${[...ids]}::uuid[])`;
    },
    sees: (actor, values) => {
      const ids = allowed(actor);
      const spot = spotOf(values);
      return ids === null || (spot !== null && ids.includes(spot));
    },
    spotOf,
  };
}
