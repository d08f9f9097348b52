import { type Expression, type SqlBool, sql } from 'kysely';
import { cabinetsSeenBy, unitsSeenBy } from '#domains/cabinets/server/index.ts';
import { narrowSpots } from '#domains/orders/server/index.ts';
import { rentalsSeenBy } from '#domains/rentals/server/index.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import { bucketOf, bucketStarts } from '#platform/time/rules/buckets.ts';
import { addDays, addLocalDays, countDays, dayRange, localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import {
  type CabinetFigures,
  MOST_HOURLY_DAYS,
  MOST_RENTAL_DAYS,
  type RentalStatistics,
  type RentalStatisticsRequest,
} from '../contract/endpoints.ts';
import { revenueOf, toRentalSums, utilisationOf } from '../rules/sums.ts';
import { type HourOfUse, hoursOfUse, type RentalRange, type RentalSum, sumRentals } from './rental-sums.ts';

const HOURLY_UP_TO_DAYS = 2;
const HOURS = 24;
const HOUR_MS = 3_600_000;
/** What no cabinet is called. */
const NOTHING = '00000000-0000-0000-0000-000000000001';

export interface RentalPeriod extends RentalRange {
  readonly timeZone: string;
  readonly fromDay: string;
  readonly days: number;
  readonly now: Date;
}

type Reader = Pick<RequestContext, 'now' | 'actor'>;

export async function rentalPeriod(db: TenantDb, { now: clock, actor }: Reader, request: RentalStatisticsRequest) {
  const now = clock();
  const { time_zone: timeZone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
  const toDay = request.toDay ?? request.fromDay ?? localDay(now, timeZone);
  const fromDay = request.fromDay ?? toDay;
  const days = countDays(fromDay, toDay);
  if (days < 1) raiseAt('toDay', 'rental-statistics.range-reversed');
  if (days > MOST_RENTAL_DAYS) raiseAt('fromDay', 'rental-statistics.range-too-long', { days: MOST_RENTAL_DAYS });
  const { from, before: to } = dayRange(fromDay, toDay, timeZone);
  const cabinetId = request.cabinetId !== undefined && !isUuid(request.cabinetId) ? NOTHING : request.cabinetId;
  return {
    ...{ timeZone, fromDay, days, now, from, to, cabinetId },
    spotIds: narrowSpots(actor.isRoot ? null : actor.spotIds, request.spotId),
    // whom rules narrow reads the rentals themselves
    ruled: actor.narrowing && rentalsSeenBy(actor),
  } satisfies RentalPeriod;
}

/** Statistics 2 (domain 2, V2): what was lent in days of the tenant, beside as many days before. */
export function getRentalStatistics(
  context: RequestContext,
  request: RentalStatisticsRequest,
): Promise<RentalStatistics> {
  return context.read(async (db) => {
    const period = await rentalPeriod(db, context, request);
    const { timeZone, fromDay, days, from, to, now } = period;
    const firstDayBefore = addDays(fromDay, -days);
    const before = { ...period, from: startOfDay(firstDayBefore, timeZone), to: from };
    const comparedUntil = to <= now || now < from ? from : addLocalDays(now, -days, timeZone);
    const unit = days <= HOURLY_UP_TO_DAYS ? 'hour' : 'day';
    const bucket = { unit, timeZone } as const;
    const sums = await sumRentals(db, period, { bucket });
    const sumsBefore = await sumRentals(db, before, { bucket });
    const compared = comparedUntil < before.to ? await sumRentals(db, { ...before, to: comparedUntil }) : sumsBefore;
    const cabinets = await cabinetFigures(db, context, period);
    const slots = cabinets.reduce((sum, { slots: of, isHere }) => sum + (isHere ? of : 0), 0);
    const use = await hoursOfUse(db, { ...period, to: earlier(to, now) }, { timeZone, cabinetIds: null });
    const byHour = await sumRentals(db, period, { bucket: { unit: 'hourOfDay', timeZone } });
    return {
      ...{ timeZone, from: from.toISOString(), to: to.toISOString(), now: now.toISOString() },
      figures: toRentalSums(sums),
      previous: toRentalSums(compared),
      utilisation: useOf(use, slots),
      outNow: await countOut(db, context.actor, period),
      missing: await countMissing(db, context.actor, period),
      bucket: unit,
      series: seriesOf(sums, bucketStarts(unit, { fromDay, days, to, timeZone })),
      previousSeries: seriesOf(sumsBefore, bucketStarts(unit, { fromDay: firstDayBefore, days, to: from, timeZone })),
      hours: Array.from({ length: HOURS }, (_, hour) => {
        const of = byHour.filter(({ at }) => at?.getTime() === hour * HOUR_MS);
        const { lent, returned } = toRentalSums(of);
        const inHour = use.filter((one) => one.hour === hour);
        return { hour, lent, returned, utilisation: useOf(inHour, slots) };
      }),
      cabinets: cabinets.map(({ isHere: _, ...figures }) => figures),
    };
  });
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

function useOf(use: readonly HourOfUse[], slots: number): number | null {
  const out = use.reduce((sum, { outSeconds }) => sum + outSeconds, 0);
  return utilisationOf(
    out,
    slots,
    use.reduce((sum, { seconds }) => sum + seconds, 0),
  );
}

function seriesOf(sums: readonly RentalSum[], starts: readonly Date[]): RentalStatistics['series'] {
  const parts = Map.groupBy(sums, ({ at }) => bucketOf(starts, at ?? starts[0] ?? new Date(0)));
  return starts.map((at, index) => {
    const { lent, returned } = toRentalSums(parts.get(index) ?? []);
    return { at: at.toISOString(), lent, returned, revenue: revenueOf(parts.get(index) ?? []) };
  });
}

interface CabinetInPeriod extends CabinetFigures {
  /** It is still one of the reader's cabinets, and no rental's memory. */
  readonly isHere: boolean;
}

/** Every cabinet that the reader sees, and those that are gone of which he sees rentals; the most used first. */
export async function cabinetFigures(
  db: TenantDb,
  { actor, language }: { actor: Actor; language: Language },
  period: RentalPeriod,
): Promise<CabinetInPeriod[]> {
  const { timeZone, days, to, now } = period;
  const sums = Map.groupBy(await sumRentals(db, period, { eachCabinet: true }), ({ cabinetId }) => cabinetId ?? '');
  const happened = [...sums]
    .filter(([, of]) => of.some(({ lent, returned, ended, notLent }) => lent + returned + ended + notLent > 0))
    .map(([id]) => id);
  const rows = await findCabinets(db, actor, period, happened);
  const until = { ...period, to: earlier(to, now) };
  const ids = rows.map(({ id }) => id);
  const use = Map.groupBy(
    await hoursOfUse(db, until, { timeZone, cabinetIds: ids, byHour: days <= MOST_HOURLY_DAYS }),
    ({ cabinetId }) => cabinetId ?? '',
  );
  return rows
    .map((row): CabinetInPeriod => {
      const [of, used] = [sums.get(row.id) ?? [], use.get(row.id) ?? []];
      return {
        ...{ id: row.id, imei: row.imei, name: row.name, slots: row.capacity, isHere: row.is_here },
        spotName: row.spot_name === null ? null : localName(language, row.spot_name, row.spot_name_zh ?? ''),
        ...toRentalSums(of),
        arrived: of.reduce((sum, { arrived }) => sum + arrived, 0),
        missing: Number(row.missing),
        utilisation: useOf(used, row.capacity),
        hours:
          days > MOST_HOURLY_DAYS
            ? null
            : Array.from({ length: HOURS }, (_, hour) =>
                useOf(
                  used.filter((one) => one.hour === hour),
                  row.capacity,
                ),
              ),
      };
    })
    .sort((one, other) => other.lent - one.lent || (one.name < other.name ? -1 : 1));
}

async function findCabinets(db: TenantDb, actor: Actor, { spotIds, cabinetId }: RentalPeriod, happened: string[]) {
  const seen = cabinetsSeenBy(actor) ?? sql<SqlBool>`true`;
  const atSpot = spotIds === null ? sql<SqlBool>`true` : sql<SqlBool>`record.spot_id = any(${[...spotIds]}::uuid[])`;
  const isHere = sql<boolean>`coalesce(record.retired_at is null and ${seen} and ${atSpot}, false)`;
  const { rows } = await sql<{
    id: string;
    imei: string;
    name: string;
    capacity: number;
    is_here: boolean;
    spot_name: string | null;
    spot_name_zh: string | null;
    missing: string;
  }>`
    select record.id, record.imei, record.name, record.capacity, ${isHere} as is_here, spot.name as spot_name,
           spot.name_zh as spot_name_zh, ${missingIn(actor, sql`record.id`)} as missing
      from cabinet record
      left join spot on spot.tenant_id = ${THIS_TENANT} and spot.id = record.spot_id
     where record.tenant_id = ${THIS_TENANT} and (${isHere} or record.id = any(${happened}::uuid[]))
       and ${cabinetId === undefined ? sql`true` : sql`record.id = ${cabinetId}::uuid`}`.execute(db);
  return rows;
}

/** Units that were in a cabinet last and of which nobody knows where they are, as their list counts them. */
const missingIn = (actor: Actor, cabinet: Expression<unknown>) => sql`
  (select count(*) from (select * from power_bank where tenant_id = ${THIS_TENANT}) as unit
    where unit.state = 'missing' and unit.cabinet_id = ${cabinet}
      and unit.id in (select record.id from power_bank record where record.tenant_id = ${THIS_TENANT} and ${unitsSeenBy(actor) ?? sql`true`}))`;

/** Missing units as their list counts them: of the cabinets of a spot, of one cabinet, or all that the reader sees. */
async function countMissing(db: TenantDb, actor: Actor, { spotIds, cabinetId }: RentalPeriod): Promise<number> {
  const atSpot = sql`record.cabinet_id in (select c.id from cabinet c
    where c.tenant_id = ${THIS_TENANT} and c.spot_id = any(${[...(spotIds ?? [])]}::uuid[]))`;
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from power_bank record
     where record.tenant_id = ${THIS_TENANT} and record.state = 'missing' and ${unitsSeenBy(actor) ?? sql`true`}
       and ${spotIds === null ? sql`true` : atSpot}
       and ${cabinetId === undefined ? sql`true` : sql`record.cabinet_id = ${cabinetId}::uuid`}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** With customers now, as the list counts them. */
async function countOut(db: TenantDb, actor: Actor, { spotIds, cabinetId }: RentalPeriod): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from rental_order record
     where record.tenant_id = ${THIS_TENANT} and record.step = 'out' and ${rentalsSeenBy(actor) ?? sql`true`}
       and ${spotIds === null ? sql`true` : sql`record.spot_id = any(${[...spotIds]}::uuid[])`}
       and ${cabinetId === undefined ? sql`true` : sql`record.cabinet_id = ${cabinetId}::uuid`}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
