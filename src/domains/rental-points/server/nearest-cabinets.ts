import { sql } from 'kysely';
import { countsInSql } from '#domains/cabinets/server/index.ts';
import { servesAt } from '#domains/spots/rules/opening-hours.ts';
import { metresFrom } from '#domains/spots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import type { NearCabinet, NearestCabinets } from '../contract/endpoints.ts';

const USUAL_LIMIT = 20;

/**
 * Cabinets in use at spots that are on the map, the nearest first; a kiosk sees those of its own spot. One that is off is there too,
 * and says so: a unit may be put into it.
 */
export function nearestCabinets(context: RequestContext, request: NearestCabinets): Promise<NearCabinet[]> {
  const { latitude, longitude, wants, limit = USUAL_LIMIT } = request;
  const ownSpot = context.actor.storefront?.spotId ?? null;
  const now = context.now();
  const distance = metresFrom({ latitude, longitude });
  return context.read(async (db) => {
    const { time_zone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
    const rows = await db
      .selectFrom('cabinet as record')
      .innerJoin('spot', 'spot.id', 'record.spot_id')
      .select(['record.imei', 'record.name', 'record.online', 'spot.id as spot_id', 'spot.address'])
      .select(['spot.name as spot_name', 'spot.name_zh as spot_name_zh', 'spot.status', 'spot.opening_times'])
      .select((eb) => [
        eb.ref('spot.latitude').$notNull().as('latitude'),
        eb.ref('spot.longitude').$notNull().as('longitude'),
      ])
      .select([countsInSql.borrowable.as('borrowable'), countsInSql.freeSlots.as('freeSlots'), distance.as('metres')])
      .where('record.retired_at', 'is', null)
      .where('record.status', '=', 'enabled')
      .where('spot.latitude', 'is not', null)
      .where('spot.longitude', 'is not', null)
      .where(ownSpot === null ? sql<boolean>`true` : sql<boolean>`spot.id = ${ownSpot}::uuid`)
      .where(wants === 'units' ? sql<boolean>`record.online and ${countsInSql.borrowable} > 0` : sql<boolean>`true`)
      .where(wants === 'slots' ? sql<boolean>`${countsInSql.freeSlots} > 0` : sql<boolean>`true`)
      .orderBy(distance)
      .orderBy('record.name')
      .orderBy('record.id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      ...{ imei: row.imei, name: row.name, online: row.online, borrowable: row.borrowable, freeSlots: row.freeSlots },
      ...{ spotId: row.spot_id, spotName: localName(context.language, row.spot_name, row.spot_name_zh) },
      ...{ address: row.address, latitude: row.latitude, longitude: row.longitude },
      isOpen: servesAt(row, now, time_zone),
      distanceMetres: Math.round(row.metres),
    }));
  });
}
