import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import type { BalancePlan } from '../contract/endpoints.ts';
import { forecastCabinet, type HourRate } from '../rules/forecast.ts';
import { type PlannedCabinet, planTour } from '../rules/plan-tour.ts';
import { findCabinets } from './read-points.ts';

/** Days whose rentals say what an hour of the day is like. */
const DAYS = 14;
const DAY_MS = 24 * 3_600_000;
const HOURS_PER_DAY = 24;
/** What one van carries. */
const VAN_UNITS = 60;

/** What will run empty or full, and the tour against it (settled 57). */
export function planBalance(context: RequestContext, { hours }: { readonly hours: number }): Promise<BalancePlan> {
  const now = context.now();
  return context.read(async (db) => {
    const { time_zone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
    const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(time_zone);
    const hour = local.hour + local.minute / 60;
    const rows = await findCabinets(db, context.actor);
    const { rates, basedOn } = await findRates(db, {
      ids: rows.map(({ id }) => id),
      now,
      timeZone: time_zone,
    });
    const known = rows
      .filter(({ spot_id }) => spot_id !== null)
      .map((row) => ({
        ...row,
        place: localName(context.language, row.spot_name ?? '', row.spot_name_zh ?? ''),
        forecast: forecastCabinet({ borrowable: row.borrowable, free: row.freeSlots }, rates.get(row.id) ?? [], {
          hour,
          hours,
        }),
      }));
    const placed = known.flatMap(({ id, latitude, longitude, borrowable, freeSlots, forecast }): PlannedCabinet[] =>
      latitude === null || longitude === null
        ? []
        : [{ id, latitude, longitude, borrowable, free: freeSlots, forecast }],
    );
    const tour = planTour(placed, VAN_UNITS);
    const byId = new Map(known.map((row) => [row.id, row]));
    return {
      hours,
      warnings: known
        .filter(({ forecast }) => soonest(forecast) !== null)
        .sort((one, other) => (soonest(one.forecast) ?? 0) - (soonest(other.forecast) ?? 0))
        .map(({ id, imei, name, place, borrowable, freeSlots, forecast: { emptyInHours, fullInHours } }) => ({
          ...{ cabinetId: id, imei, name, spotName: place, borrowable, freeSlots, emptyInHours, fullInHours },
        })),
      stops: tour.stops.flatMap((stop) => {
        const row = byId.get(stop.cabinetId);
        return row
          ? [{ ...stop, imei: row.imei, name: row.name, spotName: row.place, address: row.address ?? '' }]
          : [];
      }),
      km: tour.km,
      missing: tour.missing,
      unplaced: known.length - placed.length,
      basedOn,
    };
  });
}

interface Ahead {
  readonly emptyInHours: number | null;
  readonly fullInHours: number | null;
}

function soonest({ emptyInHours, fullInHours }: Ahead): number | null {
  if (emptyInHours === null) return fullInHours;
  return fullInHours === null ? emptyInHours : Math.min(emptyInHours, fullInHours);
}

interface Asked {
  readonly ids: readonly string[];
  readonly now: Date;
  readonly timeZone: string;
}

/** Rentals and returns per cabinet and hour of the tenant's day, on average of the days since the first of them. */
async function findRates(db: TenantDb, { ids, now, timeZone }: Asked) {
  const from = new Date(now.getTime() - DAYS * DAY_MS);
  const { rows } = await sql<{ id: string; hour: number; lent: number; returned: number; first: Date }>`
    select cabinet_id as id, extract(hour from at at time zone ${timeZone})::integer as hour, min(at) as first,
           count(*) filter (where cause in ('ejected', 'sold'))::integer as lent,
           count(*) filter (where cause = 'returned')::integer as returned
      from power_bank_place
     where tenant_id = ${THIS_TENANT} and at >= ${from} and at <= ${now} and cabinet_id = any(${[...ids]}::uuid[])
       and cause in ('ejected', 'sold', 'returned')
     group by 1, 2`.execute(db);
  const first = Math.min(now.getTime(), ...rows.map((row) => row.first.getTime()));
  const days = Math.max(1, Math.ceil((now.getTime() - first) / DAY_MS));
  const rates = new Map<string, HourRate[]>();
  for (const { id, hour, lent, returned } of rows) {
    const ofCabinet = rates.get(id) ?? Array.from({ length: HOURS_PER_DAY }, () => ({ lent: 0, returned: 0 }));
    ofCabinet[hour] = { lent: lent / days, returned: returned / days };
    rates.set(id, ofCabinet);
  }
  return { rates, basedOn: rows.reduce((sum, { lent, returned }) => sum + lent + returned, 0) };
}
