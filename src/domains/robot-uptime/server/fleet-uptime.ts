import { sql } from 'kysely';
import { countRaised, findStoppingFaults } from '#domains/alarms/server/index.ts';
import { uptimeBegin } from '#domains/devices/rules/presence.ts';
import { findPresenceOf } from '#domains/devices/server/index.ts';
import { soldOfHours } from '#domains/order-sums/server/index.ts';
import { narrowSpots } from '#domains/orders/server/index.ts';
import { type RobotRow, robotSight, robotsInPortions, visibleSpots } from '#domains/robots/server/index.ts';
import type { OpeningTime } from '#domains/spots/contract/opening-times.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import { bucketStarts } from '#platform/time/rules/buckets.ts';
import { addDays, countDays, dayRange, localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import {
  type FleetUptime,
  type FleetUptimeRequest,
  MOST_UPTIME_DAYS,
  PRICED_BY_DAYS,
  type RobotUptime,
} from '../contract/endpoints.ts';
import {
  both,
  byHour,
  type Gap,
  gapsIn,
  type HoursOfDay,
  hoursOfDay,
  joined,
  lengthOf,
  lostSales,
  onlineSpans,
  openSpans,
  type Span,
  without,
} from '../rules/spans.ts';

const MINUTE_MS = 60_000;
const MILLION = 1_000_000;
const HOURS = 24;

export type Reader = Pick<RequestContext, 'now' | 'actor' | 'language'>;

export async function uptimePeriod(db: TenantDb, now: Date, { fromDay: from, toDay: to }: FleetUptimeRequest) {
  const tenant = await db.selectFrom('tenant').select(['time_zone', 'currency']).executeTakeFirstOrThrow();
  const timeZone = tenant.time_zone;
  const toDay = to ?? from ?? localDay(now, timeZone);
  const fromDay = from ?? toDay;
  const days = countDays(fromDay, toDay);
  if (days < 1) raiseAt('toDay', 'robot-uptime.range-reversed');
  if (days > MOST_UPTIME_DAYS) raiseAt('fromDay', 'robot-uptime.range-too-long', { days: MOST_UPTIME_DAYS });
  const range = dayRange(fromDay, toDay, timeZone);
  const pricedFrom = startOfDay(addDays(fromDay, -PRICED_BY_DAYS), timeZone);
  const currency = tenant.currency as Currency;
  return { ...{ timeZone, currency, fromDay, days, pricedFrom, now }, from: range.from, to: range.before };
}
export type Period = Awaited<ReturnType<typeof uptimePeriod>>;

/** Each of its days, as far as the clocks make it. */
export function daysOf({ fromDay, days, to, timeZone }: Period): Span[] {
  const starts = bucketStarts('day', { fromDay, days, to, timeZone });
  return starts.map((at, index) => ({ from: at.getTime(), to: (starts[index + 1] ?? to).getTime() }));
}

/** How the robots were that a person sees, over days of the tenant (V2, practice 10.2). */
export function getFleetUptime(context: RequestContext, request: FleetUptimeRequest): Promise<FleetUptime> {
  return context.read((db) => measureFleet(db, context, request));
}

export async function measureFleet(db: TenantDb, reader: Reader, request: FleetUptimeRequest): Promise<FleetUptime> {
  const period = await uptimePeriod(db, reader.now(), request);
  const { timeZone, currency, from, to, now } = period;
  const raised = await countRaised(db, reader.actor, { from, to });
  const alarmsOf = Map.groupBy(raised, ({ imei }) => imei);
  const isHere = ({ spotId }: (typeof raised)[number]): boolean =>
    request.spotId === undefined || request.spotId === spotId;
  const ofDays = daysOf(period).map((span) => ({ span, open: 0, online: 0, sellable: 0, lost: 0 }));
  const uptimeOf = (robot: RobotRow, facts: Facts): RobotUptime => {
    const life = lifeOf(robot, facts, period);
    let lostSalesMinor = 0;
    for (const day of ofDays) {
      const [open, online, sellable] = [life.open, life.online, life.sellable].map((spans) => both(spans, [day.span]));
      day.open += lengthOf(open ?? []);
      day.online += lengthOf(online ?? []);
      day.sellable += lengthOf(sellable ?? []);
      // rounded once for a robot and day, so that days and robots have one sum
      const lost = Math.round(lostOn(day.span, life, facts).reduce((sum, part) => sum + part, 0));
      day.lost += lost;
      lostSalesMinor += lost;
    }
    return {
      ...{ id: robot.id, imei: robot.imei, name: robot.name, spotId: robot.spot_id },
      spotName: facts.spotNames.get(robot.spot_id ?? '') ?? null,
      ...minutesOf(life),
      lostSalesMinor,
      outages: life.gaps.filter(({ kind }) => kind === 'offline').length,
      alarms: countOf(alarmsOf.get(robot.imei) ?? []),
    };
  };
  const robots: RobotUptime[] = [];
  for await (const facts of factsInPortions(db, reader, request, period))
    robots.push(...facts.robots.map((robot) => uptimeOf(robot, facts)));
  robots.sort((a, b) => b.lostSalesMinor - a.lostSalesMinor || (a.uptime ?? MILLION) - (b.uptime ?? MILLION));
  return {
    ...{ timeZone, currency, from: from.toISOString(), to: to.toISOString(), now: now.toISOString() },
    total: totalOf(robots, ofDays, countOf(raised.filter(isHere))),
    days: ofDays.map(({ span, open, online, sellable, lost }) => ({
      at: new Date(span.from).toISOString(),
      ...{ uptime: shareOf(online, open), sellable: shareOf(sellable, open), lostSalesMinor: lost },
    })),
    robots,
  };
}

/** What each gap of a robot cost on a day, not rounded yet: both the figure and its list are made of it. */
export const lostOn = (day: Span, { gaps, sold }: Life, { clock }: Pick<Facts, 'clock'>): number[] =>
  gaps.map(({ span, lost }) =>
    span.to <= day.from || day.to <= span.from ? 0 : lostSales(byHour(both(lost, [day]), clock), sold),
  );

const countOf = (alarms: readonly { readonly count: number }[]): number =>
  alarms.reduce((sum, { count }) => sum + count, 0);
const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * MILLION);
export const minutes = (spans: readonly Span[]): number => Math.round(lengthOf(spans) / MINUTE_MS);

const minutesOf = ({ open, online, sellable }: Life) => ({
  openMinutes: minutes(open),
  onlineMinutes: minutes(online),
  sellableMinutes: minutes(sellable),
  uptime: shareOf(lengthOf(online), lengthOf(open)),
});

/** Minutes are those of the robots, as their list has them; the share is that of the time itself, as each day has it. */
function totalOf(
  robots: readonly RobotUptime[],
  days: readonly { readonly open: number; readonly online: number }[],
  alarms: number,
): FleetUptime['total'] {
  const add = (value: (robot: RobotUptime) => number): number => robots.reduce((sum, robot) => sum + value(robot), 0);
  const [open, online] = [days.reduce((sum, day) => sum + day.open, 0), days.reduce((sum, day) => sum + day.online, 0)];
  return {
    openMinutes: add((robot) => robot.openMinutes),
    onlineMinutes: add((robot) => robot.onlineMinutes),
    sellableMinutes: add((robot) => robot.sellableMinutes),
    uptime: shareOf(online, open),
    lostSalesMinor: add((robot) => robot.lostSalesMinor),
    outages: add((robot) => robot.outages),
    alarms,
  };
}

export interface Life {
  readonly open: readonly Span[];
  readonly online: readonly Span[];
  readonly sellable: readonly Span[];
  /** Being away over a night is one gap. */
  readonly gaps: readonly Gap[];
  readonly sold: { readonly minor: readonly number[]; readonly sellableMs: readonly number[] };
}

export type Facts = Awaited<ReturnType<typeof findFacts>>;

/** The part of a robot's life that a period is about; the weeks before it say what an hour of it is worth. */
export function lifeOf(robot: RobotRow, facts: Facts, { from, to, now, pricedFrom, timeZone }: Period): Life {
  const changes = facts.presence.get(robot.imei) ?? [];
  const begin = (uptimeBegin(changes, pricedFrom) ?? to).getTime();
  const whole: Span = { from: begin, to: Math.min(to.getTime(), now.getTime()) };
  const open = openSpans(facts.opening.get(robot.spot_id ?? '') ?? [], whole, timeZone);
  const connected = onlineSpans(changes, whole);
  const online = both(open, connected);
  const faults = joined(
    (facts.faults.get(robot.id) ?? []).map((one) => ({ from: one.from.getTime(), to: (one.to ?? now).getTime() })),
  );
  const sellable = without(online, faults);
  const period = [{ from: Math.max(begin, from.getTime()), to: whole.to }].filter((span) => span.from < span.to);
  const before = [{ from: begin, to: from.getTime() }].filter((span) => span.from < span.to);
  const openNow = both(open, period);
  return {
    ...{ open: openNow, online: both(online, period), sellable: both(sellable, period) },
    gaps: gapsIn(openNow, { away: without([whole], connected), faults }),
    sold: {
      minor: facts.sales.get(robot.imei) ?? Array.from({ length: HOURS }, () => 0),
      sellableMs: byHour(both(sellable, before), facts.clock),
    },
  };
}

/** What is known of all robots that a person sees; of a large fleet one part after the other. */
export async function* factsInPortions(
  db: TenantDb,
  { actor, language }: Reader,
  { spotId }: FleetUptimeRequest,
  period: Period,
): AsyncGenerator<Facts> {
  const sight = robotSight(actor, narrowSpots(visibleSpots(actor), spotId));
  for await (const robots of robotsInPortions(db, sight)) yield findFacts(db, robots, language, period);
}

async function findFacts(db: TenantDb, all: readonly RobotRow[], language: Reader['language'], period: Period) {
  const { to, pricedFrom, timeZone } = period;
  const robots = all.filter((robot) => robot.last_heard_at !== null);
  const imeis = robots.map(({ imei }) => imei);
  const spots = await db
    .selectFrom('spot')
    .select(['id', 'name', 'name_zh', 'opening_times'])
    .where(sql<boolean>`id = any(${[...new Set(robots.map(({ spot_id }) => spot_id))]}::uuid[])`)
    .execute();
  const window = { from: pricedFrom, to };
  return {
    robots,
    presence: await findPresenceOf(db, imeis, window),
    faults: await findStoppingFaults(db, { robotIds: robots.map(({ id }) => id), language, ...window }),
    opening: new Map(spots.map((spot) => [spot.id, spot.opening_times as unknown as readonly OpeningTime[]])),
    spotNames: new Map(spots.map((spot) => [spot.id, localName(language, spot.name, spot.name_zh)])),
    sales: await findSales(db, imeis, period),
    clock: hoursOfDay({ from: pricedFrom.getTime(), to: to.getTime() }, timeZone) satisfies HoursOfDay,
  };
}

/** What robots sold in the weeks before, by IMEI, in each hour of the day, in the tenant's currency; what went back is no sale. */
async function findSales(
  db: TenantDb,
  imeis: readonly string[],
  { pricedFrom, from, timeZone, currency }: Period,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const hours = Array.from({ length: HOURS }, (_, hour) => sql`sum(net_of_hours[${sql.lit(hour + 1)}])`);
  const sold = soldOfHours({ from: pricedFrom, to: from, timeZone, spotIds: null }, currency);
  const { rows } = await sql<{ robot_imei: string; net: readonly string[] }>`
    select robot_imei, array[${sql.join(hours)}]::text[] as net from ${sold} as sold
     where robot_imei = any(${[...imeis]}::text[]) group by 1`.execute(db);
  return new Map(rows.map(({ robot_imei, net }) => [robot_imei, net.map(Number)]));
}
