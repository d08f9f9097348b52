import { sql } from 'kysely';
import { uptimeBegin, uptimeShare } from '#domains/devices/rules/presence.ts';
import { findPresenceSince } from '#domains/devices/server/index.ts';
import { findVisibleRobot } from '#domains/robots/server/index.ts';
import type { OpeningTime } from '#domains/spots/contract/opening-times.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { dayRange, localDay } from '#platform/time/rules/local-day.ts';
import { PERIODS, type ReadingsRequest, type RobotReadings } from '../contract/readings.ts';
import { presenceSpans, uptimeWhileOpen } from '../rules/uptime.ts';

const HOUR_MS = 3_600_000;
const MILLION = 1_000_000;
const LATEST_ORDERS = 8;
const MOST_VERSIONS = 20;
const TENTHS = 10;

interface Window {
  readonly imei: string;
  readonly from: Date;
  readonly to: Date;
  readonly stepMs: number;
}

/** Everything that the page of a robot draws over a period, as of now. */
export function readReadings(context: RequestContext, request: ReadingsRequest): Promise<RobotReadings> {
  const now = context.now();
  const { hours, step } = PERIODS[request.period];
  const stepMs = step * HOUR_MS;
  // whole places, the last of them going on
  const to = new Date(Math.floor(now.getTime() / stepMs) * stepMs + stepMs);
  const from = new Date(to.getTime() - hours * HOUR_MS);
  return context.read(async (db) => {
    const robot = await findVisibleRobot(db, context.actor, { id: request.robotId });
    const window: Window = { imei: robot.imei, from, to: now, stepMs };
    const tenant = await db
      .selectFrom('tenant')
      .select(['time_zone', 'fridge_limit_celsius'])
      .executeTakeFirstOrThrow();
    const spot =
      robot.spot_id === null
        ? undefined
        : await db.selectFrom('spot').select('opening_times').where('id', '=', robot.spot_id).executeTakeFirst();
    const changes = await findPresenceSince(db, robot.imei, from);
    const since = uptimeBegin(changes, from);
    const spans = since === null ? [] : presenceSpans(changes, since, now);
    const open = uptimeWhileOpen(
      spans,
      (spot?.opening_times ?? []) as unknown as readonly OpeningTime[],
      tenant.time_zone,
    );
    const today = dayRange(localDay(now, tenant.time_zone), localDay(now, tenant.time_zone), tenant.time_zone);
    const [cups, temperatures] = [await cupsBy(db, window), await temperaturesBy(db, window)];
    const { rows: made } = await madeCups(db, robot.imei, today.from);
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      cupsToday: Number(made[0]?.today ?? 0),
      lastCupAt: made[0]?.last?.toISOString() ?? null,
      notSellingSince: robot.online
        ? await emptySince(db, robot.id)
        : (robot.presence_changed_at?.toISOString() ?? null),
      knownFrom: since?.toISOString() ?? null,
      uptime: since === null ? null : Math.round(uptimeShare(changes, since, now) * MILLION),
      uptimeOpen: open === null ? null : Math.round(open * MILLION),
      outages: await outagesIn(
        db,
        robot.imei,
        spans.filter(({ online }) => !online),
        now,
      ),
      places: Array.from({ length: (to.getTime() - from.getTime()) / stepMs }, (_, place) => ({
        at: new Date(from.getTime() + place * stepMs).toISOString(),
        cups: cups.get(place) ?? 0,
        temperatures: temperatures.get(place) ?? {},
      })),
      limits: { fridge: (robot.fridge_limit_celsius ?? tenant.fridge_limit_celsius) * TENTHS },
      orders: await latestOrders(db, robot.imei, context.language),
      versions: await versionsOf(db, robot.id),
    };
  });
}

/** Cups that were made, by the place of the chart. */
async function cupsBy(db: TenantDb, { imei, from, to, stepMs }: Window): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ place: number; cups: string }>`
    select floor(extract(epoch from o.created_at - ${from}::timestamptz) * 1000 / ${stepMs})::integer as place, count(*) as cups
      from coffee_order o
      join order_drink drink on drink.tenant_id = o.tenant_id and drink.order_no = o.order_no
     where o.tenant_id = ${THIS_TENANT} and o.robot_imei = ${imei} and o.created_at >= ${from}::timestamptz and o.created_at < ${to}::timestamptz
       and drink.step in (2, 3)
     group by 1`.execute(db);
  return new Map(rows.map(({ place, cups }) => [place, Number(cups)]));
}

async function temperaturesBy(
  db: TenantDb,
  { imei, from, to, stepMs }: Window,
): Promise<ReadonlyMap<number, Record<string, number>>> {
  const { rows } = await sql<{ place: number; parts: Record<string, number> }>`
    select place, jsonb_object_agg(part, tenths) as parts
      from (select floor(extract(epoch from at - ${from}::timestamptz) * 1000 / ${stepMs})::integer as place,
                   said.part, round(avg(said."celsiusTenths"))::integer as tenths
              from robot_temperature
              cross join lateral jsonb_to_recordset(readings) as said(part text, "celsiusTenths" integer)
             where tenant_id = ${THIS_TENANT} and imei = ${imei} and at >= ${from}::timestamptz and at < ${to}::timestamptz
             group by 1, 2) as averaged
     group by place`.execute(db);
  return new Map(rows.map(({ place, parts }) => [place, parts]));
}

const madeCups = (db: TenantDb, imei: string, today: Date) =>
  sql<{ today: string; last: Date | null }>`
  select count(*) filter (where o.created_at >= ${today}::timestamptz) as today, max(o.changed_at) as last
    from (select tenant_id, order_no, created_at, changed_at from coffee_order
           where tenant_id = ${THIS_TENANT} and robot_imei = ${imei} order by created_at desc limit 1000) as o
    join order_drink drink on drink.tenant_id = o.tenant_id and drink.order_no = o.order_no
   where drink.tenant_id = ${THIS_TENANT} and drink.step in (2, 3)`.execute(db);

/** Since when the first material is out that it says it is out of. */
async function emptySince(db: TenantDb, robotId: string): Promise<string | null> {
  const row = await db
    .selectFrom('robot_material')
    .select(({ fn }) => fn.min('empty_since').as('since'))
    .where('robot_id', '=', robotId)
    .executeTakeFirst();
  return row?.since ? new Date(row.since).toISOString() : null;
}

async function outagesIn(
  db: TenantDb,
  imei: string,
  away: readonly { readonly from: Date; readonly to: Date }[],
  now: Date,
): Promise<RobotReadings['outages']> {
  const reasons = await db
    .selectFrom('device_presence_change')
    .select(['at', 'reason'])
    .where('imei', '=', imei)
    .where('online', '=', false)
    .orderBy('at', 'desc')
    .limit(1_000)
    .execute();
  const reasonAt = new Map(reasons.map(({ at, reason }) => [at.getTime(), reason]));
  return away.map(({ from, to }) => ({
    from: from.toISOString(),
    to: to.getTime() === now.getTime() ? null : to.toISOString(),
    reason: reasonAt.get(from.getTime()) ?? '',
  }));
}

async function latestOrders(db: TenantDb, imei: string, language: Language): Promise<RobotReadings['orders']> {
  const { rows } = await sql<{
    order_no: string;
    created_at: Date;
    step: number;
    goods_summary: string;
    goods_summary_zh: string;
    cups: string;
  }>`
    select o.order_no, o.created_at, o.step, o.goods_summary, o.goods_summary_zh,
           (select count(*) from order_drink drink
             where drink.tenant_id = ${THIS_TENANT} and drink.order_no = o.order_no) as cups
      from coffee_order o where o.tenant_id = ${THIS_TENANT} and o.robot_imei = ${imei} order by o.created_at desc, o.order_no desc limit ${LATEST_ORDERS}`.execute(
    db,
  );
  return rows.map((row) => ({
    orderNo: row.order_no,
    createdAt: row.created_at.toISOString(),
    goods: localName(language, row.goods_summary, row.goods_summary_zh),
    cups: Number(row.cups),
    step: row.step,
  }));
}

async function versionsOf(db: TenantDb, robotId: string): Promise<RobotReadings['versions']> {
  const rows = await db
    .selectFrom('robot_version')
    .select(['kind', 'value', 'seen_at'])
    .where('robot_id', '=', robotId)
    .orderBy('seen_at', 'desc')
    .orderBy('kind')
    .limit(MOST_VERSIONS)
    .execute();
  return rows.map(({ kind, value, seen_at }) => ({
    kind: kind as 'model' | 'firmware',
    value,
    seenAt: seen_at.toISOString(),
  }));
}
