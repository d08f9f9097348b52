import { sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';

/** A cabinet, or a spot with its kiosks. */
export interface Place {
  readonly cabinetId: string | null;
  readonly spotId: string | null;
}

/** The showings at places that this person sees: `showing`, its `cabinet`. */
export function seenPlaces({ spotIds }: Actor) {
  if (spotIds === null) return sql<boolean>`true`;
  return sql<boolean>`coalesce(showing.spot_id, cabinet.spot_id) = any(${[...spotIds]}::uuid[])`;
}

const ofSpots = (spotIds: readonly string[] | null, column: string) =>
  spotIds === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${[...spotIds]}::uuid[])`;

/** These places, held until the end of the transaction; one that the person does not see is not there. */
export async function lockPlaces(
  tx: Transaction,
  { cabinetIds, spotIds }: { readonly cabinetIds: readonly string[]; readonly spotIds: readonly string[] },
): Promise<Place[]> {
  const cabinets = await findCabinets(tx.db, tx.actor, cabinetIds, true);
  if (cabinets.length < new Set(cabinetIds).size) refuse('cabinetIds');
  const known = spotIds.filter(isUuid);
  const spots =
    known.length === 0
      ? []
      : await tx.db
          .selectFrom('spot')
          .select('id')
          .where('id', 'in', known)
          .where(ofSpots(tx.actor.spotIds, 'id'))
          .orderBy('id')
          .forNoKeyUpdate()
          .execute();
  if (spots.length < new Set(spotIds).size) refuse('spotIds');
  return [
    ...cabinets.map(({ id }) => ({ cabinetId: id, spotId: null })),
    ...spots.map(({ id }) => ({ cabinetId: null, spotId: id })),
  ];
}

/** Those of the cabinets that this person sees. */
export async function findCabinets(db: TenantDb, actor: Actor, ids: readonly string[], isLocked = false) {
  const known = ids.filter(isUuid);
  if (known.length === 0) return [];
  return db
    .selectFrom('cabinet')
    .select(['id', 'imei', 'name'])
    .where('id', 'in', known)
    .where('retired_at', 'is', null)
    .where(ofSpots(actor.spotIds, 'spot_id'))
    .orderBy('id')
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .execute();
}

function refuse(path: string): never {
  raise('ad.place-not-found', {}, { faults: [{ path, code: 'ad.place-not-found' }] });
}
