import { sql } from 'kysely';
import { countsInSql } from '#domains/cabinets/server/index.ts';
import { chosenPlans } from '#domains/fee-plans/server/index.ts';
import { servesAt } from '#domains/spots/rules/opening-hours.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import type { RentalPoint, RentalPoints } from '../contract/endpoints.ts';

/** Cabinets in use that this person sees, with their counts and their spots. */
export function findCabinets(db: TenantDb, { spotIds }: Pick<Actor, 'spotIds'>) {
  return db
    .selectFrom('cabinet as record')
    .leftJoin('spot', 'spot.id', 'record.spot_id')
    .select(['record.id', 'record.imei', 'record.name', 'record.online', 'record.capacity', 'record.spot_id'])
    .select(['spot.name as spot_name', 'spot.name_zh as spot_name_zh', 'spot.address'])
    .select(['record.fee_plan_id', 'spot.fee_plan_id as spot_plan_id'])
    .select(['spot.latitude', 'spot.longitude', 'spot.status as spot_status', 'spot.opening_times'])
    .select([
      countsInSql.borrowable.as('borrowable'),
      countsInSql.freeSlots.as('freeSlots'),
      countsInSql.faults.as('faults'),
    ])
    .where('record.retired_at', 'is', null)
    .where('record.status', '=', 'enabled')
    .where(spotIds === null ? sql<boolean>`true` : sql<boolean>`record.spot_id = any(${[...spotIds]}::uuid[])`)
    .orderBy('record.name')
    .orderBy('record.id')
    .execute();
}

/** Spots with cabinets (settled 57): the rental side of the network. */
export function readPoints(context: RequestContext): Promise<RentalPoints> {
  const now = context.now();
  return context.read(async (db) => {
    const rows = await findCabinets(db, context.actor);
    const { time_zone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
    const plans = await chosenPlans(db);
    const planOf = (id: string | null) => {
      const found = id === null ? undefined : plans.byId.get(id);
      return found ? { id: found.id, name: localName(context.language, found.name, found.nameZh) } : null;
    };
    const bySpot = Map.groupBy(
      rows.filter(({ spot_id }) => spot_id !== null),
      ({ spot_id }) => spot_id ?? '',
    );
    const points = [...bySpot].flatMap(([id, cabinets]): RentalPoint[] => {
      const [spot] = cabinets;
      if (!spot) return [];
      return [
        {
          id,
          name: localName(context.language, spot.spot_name ?? '', spot.spot_name_zh ?? ''),
          address: spot.address ?? '',
          state: spot.spot_status as RentalPoint['state'],
          isOpen: servesAt({ ...spot, status: spot.spot_status }, now, time_zone),
          latitude: spot.latitude,
          longitude: spot.longitude,
          plan: planOf(spot.spot_plan_id ?? plans.defaultId),
          cabinets: cabinets.map((row) => ({
            ...{ id: row.id, imei: row.imei, name: row.name, online: row.online, capacity: row.capacity },
            plan: planOf(row.fee_plan_id),
            // one that is not reached lends nothing
            ...{ borrowable: row.online ? row.borrowable : 0, freeSlots: row.freeSlots, faults: row.faults },
          })),
        },
      ];
    });
    return {
      points: points.sort((one, other) => one.name.localeCompare(other.name)),
      withoutSpot: rows.filter(({ spot_id }) => spot_id === null).length,
      tiles: context.services.config.mapTiles ?? null,
    };
  });
}
