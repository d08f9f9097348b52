import { type RawBuilder, sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import { type DaySpan, daySpans } from '../rules/day-spans.ts';
import { ofHours, takenBy } from './of-hours.ts';
import { ALL_SPOTS } from './order-quarters.ts';
import { PAYMENT_CHANNEL, WAS_PAID } from './paid-orders.ts';

export interface DayRange {
  readonly from: Date;
  /** Exclusive; both anywhere. */
  readonly to: Date;
  readonly timeZone: string;
  /** Null: all spots of the tenant. */
  readonly spotIds: readonly string[] | null;
  /** Parts what was made before it from the rest. */
  readonly cut?: Date;
}

/**
 * The pieces of a range. `generation` names the sums of a day that has not changed since it was summed up; a day without them, and
 * every piece of a day, is read from its quarters or orders, in the same statement.
 */
function withSpans({ from, to, timeZone, cut = to }: DayRange): RawBuilder<unknown> {
  const middle = cut < from ? from : cut < to ? cut : to;
  const spans = [
    ...daySpans({ from, to: middle }, timeZone).map((span) => ({ ...span, isBefore: true })),
    ...daySpans({ from: middle, to }, timeZone).map((span) => ({ ...span, isBefore: false })),
  ];
  const all = <Value>(value: (span: DaySpan & { isBefore: boolean }) => Value): Value[] => spans.map(value);
  const beginOf = ({ day, isWhole, from: begin }: DaySpan): Date => (isWhole ? begin : startOfDay(day, timeZone));
  return sql`
    late as (
      select distinct quarter from order_quarter_delta where tenant_id = ${THIS_TENANT} and quarter >= ${from} and quarter < ${to}
    ), span as (
      select asked.*, kept.summed as generation
        from unnest(${all(({ day }) => day)}::date[], ${all(beginOf)}::timestamptz[],
                    ${all((span) => span.from)}::timestamptz[], ${all((span) => span.to)}::timestamptz[],
                    ${all(({ isWhole }) => isWhole)}::boolean[], ${all(({ isOfQuarters }) => isOfQuarters)}::boolean[],
                    ${all(({ isBefore }) => isBefore)}::boolean[])
               as asked (day, day_at, from_at, to_at, is_whole, is_of_quarters, is_before)
        left join order_day kept on kept.tenant_id = ${THIS_TENANT} and asked.is_whole and kept.day = asked.day and kept.time_zone = ${timeZone}
              and kept.summed = kept.changed
              and not exists (select from late where late.quarter >= asked.from_at and late.quarter < asked.to_at)
    )`;
}

/** Rows `part` of a table of days that are of the spans; its days stand there once more, so that no other ones are looked at. */
const keptIn = (table: string, { from, to, timeZone }: DayRange) => sql`
  span join ${sql.table(table)} part on part.tenant_id = ${THIS_TENANT} and part.day = span.day and part.generation = span.generation
       and part.day between ${localDay(from, timeZone)}::date and ${localDay(to, timeZone)}::date`;

const SUMS = [
  ...['orders', 'cups', 'paid_orders', 'paid_minor', 'refunded_minor', 'refunded_orders', 'open_refunds', 'abnormal'],
];
const sumsOf = (table: string) => sql.join(SUMS.map((name) => sql.ref(`${table}.${name}`)));

/** What an order adds to the sums of its quarter, as the trigger has it. */
const SUMS_OF_ORDERS = sql`
  count(*)::integer as orders, coalesce(sum(coffee_order.cups) filter (where ${WAS_PAID}), 0)::integer as cups,
  (count(*) filter (where ${WAS_PAID}))::integer as paid_orders, coalesce(sum(coffee_order.paid_minor), 0)::bigint as paid_minor,
  coalesce(sum(coffee_order.refunded_minor), 0)::bigint as refunded_minor,
  (count(*) filter (where coffee_order.refunded_minor > 0))::integer as refunded_orders,
  (count(*) filter (where coffee_order.refund_status in (100, 101)))::integer as open_refunds,
  (count(*) filter (where coffee_order.status = 4 or coffee_order.had_issue or coffee_order.payment_issue))::integer as abnormal`;

/** Orders of a range by day, currency and status: rows to group further, as the sums of quarters have them. */
export function orderStatuses(range: DayRange): RawBuilder<unknown> {
  return sql`(
    with ${withSpans(range)}
    select span.day_at, span.is_before, part.currency, part.status, ${sumsOf('part')}
      from ${keptIn('order_day_status', range)}
     where ${ofTotals(range, 'part.spot_id')}
    union all ${inQuarters(range, sql`span.day_at, span.is_before, part.currency, part.status, ${sumsOf('part')}`)}
    union all
    select span.day_at, span.is_before, part.*
      from span cross join lateral (
        select coffee_order.currency, coffee_order.status, ${SUMS_OF_ORDERS} from coffee_order
         where coffee_order.tenant_id = ${THIS_TENANT} and coffee_order.created_at >= span.from_at and coffee_order.created_at < span.to_at
           and ${ofSpots(range, 'coffee_order.spot_id')}
         group by 1, 2) as part
     where not span.is_of_quarters)`;
}

/** Paid orders of a range by day and hour of the day: rows `day`, `hour`, `currency`, `orders`, `cups`, `sales` to add up. */
export function orderHours(range: DayRange): RawBuilder<unknown> {
  const hourOf = (at: string) => sql`extract(hour from ${sql.ref(at)} at time zone ${range.timeZone})::integer`;
  return sql`(
    with ${withSpans(range)}
    select span.day, of_hour.place::integer - 1 as hour, part.currency, of_hour.orders, of_hour.cups, of_hour.sales
      from ${keptIn('order_day_status', range)}
     cross join lateral unnest(part.orders_of_hours, part.cups_of_hours, part.paid_of_hours)
                with ordinality as of_hour (orders, cups, sales, place)
     where ${ofTotals(range, 'part.spot_id')} and of_hour.orders <> 0
    union all
    ${inQuarters(range, sql`span.day, ${hourOf('part.quarter')}, part.currency, part.paid_orders, part.cups, part.paid_minor`)}
    union all
    select span.day, part.*
      from span cross join lateral (
        select ${hourOf('coffee_order.created_at')} as hour, coffee_order.currency, count(*) as orders, sum(coffee_order.cups) as cups,
               sum(coffee_order.paid_minor) as sales
          from coffee_order
         where coffee_order.tenant_id = ${THIS_TENANT} and coffee_order.created_at >= span.from_at and coffee_order.created_at < span.to_at and ${WAS_PAID}
           and ${ofSpots(range, 'coffee_order.spot_id')}
         group by 1, 2) as part
     where not span.is_of_quarters)`;
}

/** What is to be read from quarters, those that have not been added up yet included. */
const inQuarters = (range: DayRange, columns: RawBuilder<unknown>) =>
  sql.join(
    [
      ['order_quarter', ofTotals(range, 'part.spot_id')] as const,
      ['order_quarter_delta', ofSpots(range, 'part.spot_id')] as const,
    ].map(
      ([table, which]) => sql`
        select ${columns}
          from span join ${sql.table(table)} part on part.tenant_id = ${THIS_TENANT} and part.quarter >= span.from_at and part.quarter < span.to_at
         where span.generation is null and span.is_of_quarters and ${which}`,
    ),
    sql` union all `,
  );

/** Where all spots together have rows of their own. */
const ofTotals = ({ spotIds }: DayRange, column: string) =>
  sql`${sql.ref(column)} = any(${spotIds === null ? [ALL_SPOTS] : [...spotIds]}::uuid[])`;

/** What an order has once, by which paid orders are divided. */
export const SOLD_BY = {
  spot: { kept: sql`part.spot_id::text`, plain: sql`coffee_order.spot_id::text` },
  robot: { kept: sql`part.robot_imei`, plain: sql`coffee_order.robot_imei` },
  channel: { kept: sql`part.channel`, plain: sql`coffee_order.channel` },
  paymentChannel: { kept: sql`part.payment_channel`, plain: PAYMENT_CHANNEL },
} as const;

/** Paid orders of a range as `key`, `currency`, `orders`, `cups`, `sales`: rows to add up. */
export function orderSold(range: DayRange, by: keyof typeof SOLD_BY): RawBuilder<unknown> {
  const { kept, plain } = SOLD_BY[by];
  return sql`(
    with ${withSpans(range)}
    select ${kept} as key, part.currency, part.orders, part.cups, part.paid_minor as sales
      from ${keptIn('order_day_sold', range)}
     where ${ofSpots(range, 'part.spot_id')}
    union all
    select part.*
      from span cross join lateral (
        select ${plain} as key, coffee_order.currency, count(*)::integer as orders, sum(coffee_order.cups)::integer as cups,
               sum(coffee_order.paid_minor)::bigint as sales
          from coffee_order
         where coffee_order.tenant_id = ${THIS_TENANT} and coffee_order.created_at >= span.from_at and coffee_order.created_at < span.to_at and ${WAS_PAID}
           and ${ofSpots(range, 'coffee_order.spot_id')}
         group by 1, 2) as part
     where span.generation is null)`;
}

/** The same by drink: an order stands under each of its drinks. A line's share of what was paid is its own (practice 3.3). */
export function orderGoods(range: DayRange): RawBuilder<unknown> {
  return sql`(
    with ${withSpans(range)}
    select part.goods_id::text as key, part.currency, part.orders, part.cups, part.sales_minor as sales
      from ${keptIn('order_day_goods', range)}
     where ${ofSpots(range, 'part.spot_id')}
    union all
    select part.*
      from span cross join lateral (
        select order_line.goods_id::text as key, coffee_order.currency, count(distinct coffee_order.order_no)::integer as orders,
               sum(order_line.quantity)::integer as cups, sum(order_line.payable_minor)::bigint as sales
          from coffee_order
          join order_line on order_line.tenant_id = coffee_order.tenant_id and order_line.order_no = coffee_order.order_no
         where coffee_order.tenant_id = ${THIS_TENANT} and coffee_order.created_at >= span.from_at and coffee_order.created_at < span.to_at and ${WAS_PAID}
           and ${ofSpots(range, 'coffee_order.spot_id')}
         group by 1, 2) as part
     where span.generation is null)`;
}

const ofSpots = ({ spotIds }: DayRange, column: string) =>
  spotIds === null ? sql`true` : sql`${sql.ref(column)} = any(${[...spotIds]}::uuid[])`;

/**
 * What robots sold in each hour of the day less what went back, in one currency: rows `robot_imei`, `net_of_hours` to add up, the
 * array from 0 to 23 o'clock.
 */
export function soldOfHours(range: DayRange, currency: string): RawBuilder<unknown> {
  return sql`(
    with ${withSpans(range)}
    select part.robot_imei, part.net_of_hours
      from ${keptIn('order_day_sold', range)}
     where part.currency = ${currency} and ${ofSpots(range, 'part.spot_id')}
    union all
    select part.robot_imei, ${ofHours(sql`part.net`)}
      from span cross join lateral (
        select coffee_order.robot_imei, extract(hour from coffee_order.created_at at time zone ${range.timeZone})::integer as hour,
               sum(coffee_order.paid_minor - coffee_order.refunded_minor) as net
          from coffee_order
         where coffee_order.tenant_id = ${THIS_TENANT} and coffee_order.created_at >= span.from_at and coffee_order.created_at < span.to_at and ${WAS_PAID}
           and coffee_order.currency = ${currency} and ${ofSpots(range, 'coffee_order.spot_id')}
         group by 1, 2) as part
     where span.generation is null
     group by 1)`;
}

/**
 * What the cups of robots took of each material, by the recipes as they were sold, for each day: rows `robot_imei`, `material_id`, `day`,
 * `used_of_hours`, the array from 0 to 23 o'clock.
 */
export function materialUse(range: DayRange, imeis: readonly string[]): RawBuilder<unknown> {
  const sold = sql`(
    select coffee_order.tenant_id, coffee_order.order_no, coffee_order.robot_imei,
           extract(hour from coffee_order.created_at at time zone ${range.timeZone})::integer as hour
      from coffee_order
     where coffee_order.tenant_id = ${THIS_TENANT} and coffee_order.created_at >= span.from_at and coffee_order.created_at < span.to_at
       and coffee_order.robot_imei = any(${[...imeis]}::text[]))`;
  return sql`(
    with ${withSpans(range)}
    select part.robot_imei, part.material_id, span.day, part.used_of_hours
      from ${keptIn('order_day_use', range)}
     where part.robot_imei = any(${[...imeis]}::text[])
    union all
    select part.robot_imei, part.material_id, span.day, ${ofHours(sql`part.amount`)}
      from span cross join lateral (${takenBy(sold)}) as part
     where span.generation is null
     group by 1, 2, 3)`;
}
