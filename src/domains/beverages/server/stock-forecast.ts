import { sql } from 'kysely';
import { averageUse, FORECAST_DAYS, hourOfWeek, hoursToEmpty } from '#domains/beverages/rules/stock-forecast.ts';
import type { TenantDb } from '#platform/database/server/database.ts';

const HOUR_MS = 3_600_000;
const MOST_HOURS = FORECAST_DAYS * 24;

/** Of each material in hours until what is free of it is used up; null where that is more than 14 days away, or not known. */
export type StockForecast = ReadonlyMap<string, number | null>;

interface Use {
  readonly robot_id: string;
  readonly material_id: string;
  /** Amounts by the hour of the week, in the unit of the material. */
  readonly used: Readonly<Record<string, number>>;
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
  const { time_zone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
  const { at, minutes } = hourOfWeek(now, time_zone);
  const to = new Date(now.getTime() - (now.getTime() % HOUR_MS));
  const from = new Date(to.getTime() - MOST_HOURS * HOUR_MS);
  const ids = `{${robotIds.join(',')}}`;
  const uses = await findUses(db, { ids, from, to, timeZone: time_zone });
  const since = await findFirstSales(db, { ids, from, to });
  const held = await db
    .selectFrom('robot_material')
    .select(['robot_id', 'material_id', 'level', 'reserved'])
    .where('robot_id', 'in', [...robotIds])
    .execute();
  const forecasts = new Map<string, Map<string, number | null>>(robotIds.map((id) => [id, new Map()]));
  const usedBy = new Map(uses.map((use) => [`${use.robot_id} ${use.material_id}`, use.used]));
  for (const { robot_id, material_id, level, reserved } of held) {
    const first = since.get(robot_id);
    const used = usedBy.get(`${robot_id} ${material_id}`);
    const hours = first ? Math.ceil((to.getTime() - first.getTime()) / HOUR_MS) : 0;
    const week = Array.from({ length: 7 * 24 }, (_, hour) => Number(used?.[String(hour)] ?? 0));
    const free = Math.max(0, level - reserved);
    const forecast = used ? hoursToEmpty(free, averageUse(week, at, hours), at, minutes) : null;
    forecasts.get(robot_id)?.set(material_id, forecast);
  }
  return forecasts;
}

interface Window {
  readonly ids: string;
  readonly from: Date;
  readonly to: Date;
}

/** Cups by what they were made of first, so that each recipe is taken apart once for each hour of the week. */
async function findUses(db: TenantDb, { ids, from, to, timeZone }: Window & { timeZone: string }): Promise<Use[]> {
  const { rows } = await sql<Use>`
    with cups as (
      select robot.id as robot_id, line.recipe, count(*) as cups,
             ((extract(isodow from o.created_at at time zone ${timeZone}) - 1) * 24
               + extract(hour from o.created_at at time zone ${timeZone}))::integer as hour
        from robot
        join coffee_order o on o.tenant_id = robot.tenant_id and o.robot_imei = robot.imei
        join order_line line on line.tenant_id = o.tenant_id and line.order_no = o.order_no
        join order_drink drink on drink.tenant_id = line.tenant_id and drink.order_no = line.order_no
                              and drink.line_no = line.line_no
       where robot.id = any(${ids}::uuid[]) and o.created_at >= ${from}::timestamptz and o.created_at < ${to}::timestamptz
         and drink.step in (2, 3)
       group by 1, 2, 4
    ), used as (
      select robot_id, hour, part."materialId" as material_id, sum(part.amount * cups)::bigint as amount
        from cups cross join lateral jsonb_to_recordset(cups.recipe) as part("materialId" uuid, amount integer)
       group by 1, 2, 3
    )
    select robot_id, material_id, jsonb_object_agg(hour::text, amount) as used from used group by 1, 2`.execute(db);
  return rows;
}

async function findFirstSales(db: TenantDb, { ids, from, to }: Window): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .selectFrom('robot')
    .innerJoin('coffee_order', 'coffee_order.robot_imei', 'robot.imei')
    .select((of) => ['robot.id', of.fn.min('coffee_order.created_at').as('first')])
    .where((of) => sql<boolean>`${of.ref('robot.id')} = any(${ids}::uuid[])`)
    .where('coffee_order.created_at', '>=', from)
    .where('coffee_order.created_at', '<', to)
    .groupBy('robot.id')
    .execute();
  return new Map(rows.map(({ id, first }) => [id, first]));
}
