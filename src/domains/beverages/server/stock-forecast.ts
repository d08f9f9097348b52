import { sql } from 'kysely';
import {
  averageUse,
  FORECAST_DAYS,
  hourOfWeek,
  hoursToEmpty,
  type WeekOfUse,
} from '#domains/beverages/rules/stock-forecast.ts';
import { materialUse } from '#domains/order-sums/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { localDay, startOfDay } from '#platform/time/rules/local-day.ts';

const HOUR_MS = 3_600_000;
const HOURS_OF_DAY = 24;
const MOST_HOURS = FORECAST_DAYS * HOURS_OF_DAY;

/**
 * Of each material in hours until what is free of it is used up; 0 where it does not reach for one cup, null where that is more
 * than 14 days away, or not known.
 */
export type StockForecast = ReadonlyMap<string, number | null>;

/** Average use of one material in each hour of the week, and where in the week now is. */
export interface HourlyUse {
  readonly use: WeekOfUse;
  readonly at: number;
  readonly minutes: number;
}

/**
 * When robots run out (practice 13), by robot id: from the cups that they made in the whole hours of the last 14 days, by the
 * recipes as they were sold. A robot that sold nothing yet has no forecast.
 */
export async function findForecasts(
  db: TenantDb,
  robotIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, StockForecast>> {
  if (robotIds.length === 0) return new Map();
  const used = await findHourlyUse(db, robotIds, now);
  const held = await db
    .selectFrom('robot_material')
    .select(['robot_id', 'material_id', 'level', 'reserved', 'capacity'])
    .where('robot_id', 'in', [...robotIds])
    .execute();
  const leastOf = await findLeastAmounts(db);
  const forecasts = new Map<string, Map<string, number | null>>(robotIds.map((id) => [id, new Map()]));
  for (const { robot_id, material_id, level, reserved, capacity } of held) {
    const known = used.get(robot_id)?.get(material_id);
    const free = Math.max(0, level - reserved);
    const isOut = capacity > 0 && free < (leastOf.get(material_id) ?? 0);
    const forecast = known && !isOut ? hoursToEmpty(free, known.use, known.at, known.minutes) : null;
    forecasts.get(robot_id)?.set(material_id, isOut ? 0 : forecast);
  }
  return forecasts;
}

/** What the smallest cup on sale takes of each material that it cannot do without. */
async function findLeastAmounts(db: TenantDb): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('recipe_line as line')
    .innerJoin('beverage', 'beverage.id', 'line.beverage_id')
    .select(['line.material_id', (of) => of.fn.min('line.amount').as('least')])
    .where('line.necessary', '=', true)
    .where('beverage.status', '=', 'on_sale')
    .groupBy('line.material_id')
    .execute();
  return new Map(rows.map(({ material_id, least }) => [material_id, Number(least)]));
}

/** What robots use of each material, by the ids of both; nothing of one that sold nothing yet. */
export async function findHourlyUse(
  db: TenantDb,
  robotIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, ReadonlyMap<string, HourlyUse>>> {
  const { time_zone: timeZone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
  const { at, minutes } = hourOfWeek(now, timeZone);
  const to = new Date(now.getTime() - (now.getTime() % HOUR_MS));
  const window = { from: new Date(to.getTime() - MOST_HOURS * HOUR_MS), to, timeZone };
  const robots = await db
    .selectFrom('robot')
    .select(['id', 'imei'])
    .where(sql<boolean>`id = any(${[...robotIds]}::uuid[])`)
    .execute();
  const imeis = robots.map(({ imei }) => imei);
  const used = await findUse(db, imeis, window);
  const since = await findFirstSales(db, imeis, window);
  return new Map(
    robots.map(({ id, imei }) => {
      const first = since.get(imei);
      const hours = first ? Math.ceil((to.getTime() - first.getTime()) / HOUR_MS) : 0;
      const weeks = [...(used.get(imei) ?? [])];
      return [
        id,
        new Map(weeks.map(([material, week]) => [material, { use: averageUse(week, at, hours), at, minutes }])),
      ];
    }),
  );
}

interface Window {
  readonly from: Date;
  readonly to: Date;
  readonly timeZone: string;
}

/** What was used in each hour of the week, by IMEI and material. */
async function findUse(
  db: TenantDb,
  imeis: readonly string[],
  window: Window,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number[]>>> {
  const { timeZone, to } = window;
  const firstDay = localDay(window.from, timeZone);
  // the first day is read whole, so that its sums can be used, and counts from the hour on in which the window begins
  const firstHour = hourOfWeek(window.from, timeZone).at % HOURS_OF_DAY;
  const use = materialUse({ from: startOfDay(firstDay, timeZone), to, timeZone, spotIds: null }, imeis);
  const { rows } = await sql<{ robot_imei: string; material_id: string; day: string; weekday: number; used: string[] }>`
    select robot_imei, material_id, day::text, extract(isodow from day)::integer as weekday, used_of_hours::text[] as used
      from ${use} as used`.execute(db);
  const robots = new Map<string, Map<string, number[]>>();
  for (const { robot_imei, material_id, day, weekday, used } of rows) {
    const weeks = robots.get(robot_imei) ?? new Map<string, number[]>();
    robots.set(robot_imei, weeks);
    const week = weeks.get(material_id) ?? Array.from({ length: 7 * HOURS_OF_DAY }, () => 0);
    weeks.set(material_id, week);
    for (const [hour, amount] of used.entries()) {
      if (day === firstDay && hour < firstHour) continue;
      const place = (weekday - 1) * HOURS_OF_DAY + hour;
      week[place] = (week[place] ?? 0) + Number(amount);
    }
  }
  return robots;
}

async function findFirstSales(
  db: TenantDb,
  imeis: readonly string[],
  { from, to }: Window,
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ imei: string; first: Date | null }>`
    select asked.imei, first.created_at as first
      from unnest(${[...imeis]}::text[]) as asked (imei)
     cross join lateral (
       select created_at from coffee_order
        where tenant_id = ${THIS_TENANT} and robot_imei = asked.imei and created_at >= ${from} and created_at < ${to}
        order by created_at limit 1) as first`.execute(db);
  return new Map(rows.flatMap(({ imei, first }) => (first ? [[imei, new Date(first)] as const] : [])));
}
