import { type SqlBool, sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';

/** Who is restricted to spots sees what belongs to one of them (security 5.3). */
export const seenBySpot = ({ isRoot, spotIds }: Actor) =>
  isRoot || spotIds === null ? sql<SqlBool>`true` : sql<SqlBool>`spot_id = any(${[...spotIds]}::uuid[])`;
