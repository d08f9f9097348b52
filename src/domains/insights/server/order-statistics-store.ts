import { type Expression, type SqlBool, sql } from 'kysely';
import type { OrderFigures } from '#domains/insights/contract/order-statistics.ts';
import { isQuarter, nextQuarter, quarterOf } from '#domains/order-sums/rules/quarters.ts';
import { orderQuarters, orderStatuses, WAS_PAID } from '#domains/order-sums/server/index.ts';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import { OPEN_REFUNDS } from '#domains/orders/rules/order-filter.ts';
import { matchingOrders, moneySums, toRevenue } from '#domains/orders/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Currency } from '#platform/money/contract/currency.ts';

export interface StatisticsRange {
  readonly from: Date;
  readonly to: Date;
  /** `null`: all spots of the tenant. */
  readonly spotIds: readonly string[] | null;
  /** What the data rules of the reader leave; null: all. */
  readonly ruled: Expression<SqlBool> | null;
}

/** The orders that the list shows for these days. */
export function ordersOf(db: TenantDb, { from, to, spotIds, ruled }: StatisticsRange) {
  const spots = spotIds === null ? undefined : `{${spotIds.join(',')}}`;
  return matchingOrders(db, { query: { from, to, spotIds: spots, refundNoneOf: [] }, advanced: ruled });
}

/** Hours or days on the tenant's clocks. */
export interface Bucket {
  readonly unit: 'hour' | 'day';
  readonly timeZone: string;
}

/** Sums of some orders of one currency. */
interface OrderSum {
  readonly currency: Currency;
  readonly orders: number;
  readonly cups: number;
  readonly paidOrders: number;
  readonly paidMinor: number;
  readonly refundedMinor: number;
  readonly refundedOrders: number;
  readonly openRefunds: number;
  readonly abnormal: number;
}

/** A bucket is named by the instant at which it begins. */
export type BucketSum = OrderSum & { readonly at: Date | null };
export type StatusSum = OrderSum & { readonly isBeforeCut: boolean; readonly status: OrderStatus };

/** The same orders, divided twice: of a bucket, a currency or a status there may be several rows. */
export interface OrderSums {
  readonly ofBuckets: readonly BucketSum[];
  readonly ofStatuses: readonly StatusSum[];
}

export interface SumParts {
  readonly bucket: Bucket;
  /** Parts what was made before it from the rest. */
  readonly cut?: Date;
}

/**
 * Sums over exactly the orders that the person may see (security 5.3). Days come from their sums, what they do not hold from quarters
 * of an hour, the quarter that is cut from its orders: always those of the orders at this moment. Where data rules narrow them the
 * orders are read themselves.
 */
export async function sumOrders(db: TenantDb, range: StatisticsRange, parts: SumParts): Promise<OrderSums> {
  if (range.ruled === null && parts.bucket.unit === 'day') return sumDays(db, range, parts);
  const sums = await (range.ruled === null ? sumHours(db, range, parts) : sumRows(db, range, parts));
  return { ofBuckets: sums, ofStatuses: sums };
}

/** Divided twice by the database: each day by each status would be thousands of rows of a year, and each row takes its time. */
async function sumDays(db: TenantDb, range: StatisticsRange, { bucket, cut }: SumParts): Promise<OrderSums> {
  const statuses = orderStatuses({ ...range, timeZone: bucket.timeZone, ...(cut && { cut }) });
  const { rows } = await sql<SummedRow>`
    select day_at as at, is_before as is_before_cut, currency, status, sum(orders) as orders, sum(cups) as cups,
           sum(paid_minor) as paid, sum(refunded_minor) as refunded, sum(paid_orders) as paid_orders,
           sum(refunded_orders) as refunded_orders, sum(open_refunds) as open_refunds, sum(abnormal) as abnormal
      from ${statuses} as sold group by grouping sets ((day_at, currency), (is_before, currency, status))
    -- an order that has moved on leaves nothing where it was
    having sum(orders) <> 0`.execute(db);
  // a row of one division has nothing in the columns of the other
  const { buckets = [], statuses: ofStatuses = [] } = Object.groupBy(rows.map(toSum), ({ at }) =>
    at === null ? 'statuses' : 'buckets',
  );
  return { ofBuckets: buckets, ofStatuses };
}

/** By hour and status at once. */
type HourSum = BucketSum & StatusSum;

async function sumHours(db: TenantDb, range: StatisticsRange, parts: SumParts): Promise<HourSum[]> {
  const { from, to } = range;
  if (!isQuarter(from) || !isQuarter(to)) return sumRows(db, range, parts);
  const { bucket, cut = to } = parts;
  const [last, next] = [quarterOf(cut), nextQuarter(cut)];
  if (cut <= from || cut >= to || isQuarter(cut)) return sumQuarters(db, range, parts);
  return [
    ...(from < last ? await sumQuarters(db, { ...range, to: last }, { bucket }) : []),
    ...(await sumRows(db, { ...range, from: last, to: next }, parts)),
    ...(next < to ? await sumQuarters(db, { ...range, from: next }, { bucket, cut: next }) : []),
  ];
}

/** The same from the sums of quarters. */
async function sumQuarters(db: TenantDb, range: StatisticsRange, { bucket, cut }: SumParts): Promise<HourSum[]> {
  const rows = await orderQuarters(db, range)
    .select((eb) => [
      sql<Date>`date_trunc(${bucket.unit}, quarter, ${bucket.timeZone})`.as('at'),
      sql<boolean>`quarter < ${cut ?? range.to}`.as('is_before_cut'),
      ...(['currency', 'status'] as const),
      eb.fn.sum<string>('orders').as('orders'),
      eb.fn.sum<string>('cups').as('cups'),
      eb.fn.sum<string>('paid_minor').as('paid'),
      eb.fn.sum<string>('refunded_minor').as('refunded'),
      eb.fn.sum<string>('paid_orders').as('paid_orders'),
      eb.fn.sum<string>('refunded_orders').as('refunded_orders'),
      eb.fn.sum<string>('open_refunds').as('open_refunds'),
      eb.fn.sum<string>('abnormal').as('abnormal'),
    ])
    .groupBy(['at', 'is_before_cut', 'currency', 'status'])
    // an order that has moved on leaves nothing where it was
    .having((eb) => eb(eb.fn.sum('orders'), '<>', 0))
    .execute();
  return rows.map(toSum);
}

/** The same from the orders one by one. */
export async function sumRows(db: TenantDb, range: StatisticsRange, parts: SumParts): Promise<HourSum[]> {
  const { unit, timeZone } = parts.bucket;
  const rows = await ordersOf(db, range)
    .select((eb) => [
      sql<Date | null>`date_trunc(${unit}, created_at, ${timeZone})`.as('at'),
      sql<boolean>`created_at < ${parts.cut ?? range.to}`.as('is_before_cut'),
      'currency',
      'status',
      eb.fn.countAll<string>().as('orders'),
      ...moneySums(eb),
      sql<string>`count(*) filter (where ${WAS_PAID})`.as('paid_orders'),
      sql<string>`count(*) filter (where refunded_minor > 0)`.as('refunded_orders'),
      sql<string>`count(*) filter (where refund_status = any(${[...OPEN_REFUNDS]}::smallint[]))`.as('open_refunds'),
      sql<string>`count(*) filter (where status = ${OrderStatus.makeFailed} or had_issue or payment_issue)`.as(
        'abnormal',
      ),
    ])
    .groupBy(['at', 'is_before_cut', 'currency', 'status'])
    .execute();
  return rows.map(toSum);
}

type SumName =
  | 'orders'
  | 'cups'
  | 'paid'
  | 'refunded'
  | 'paid_orders'
  | 'refunded_orders'
  | 'open_refunds'
  | 'abnormal';
type SummedRow = Readonly<Record<SumName, string | number | bigint | null>> & {
  readonly at: Date | null;
  readonly is_before_cut: boolean;
  readonly currency: string;
  readonly status: number;
};

const toSum = (row: SummedRow): HourSum => ({
  at: row.at,
  isBeforeCut: row.is_before_cut,
  currency: row.currency as Currency,
  status: row.status as OrderStatus,
  orders: Number(row.orders),
  cups: Number(row.cups),
  paidOrders: Number(row.paid_orders),
  paidMinor: Number(row.paid),
  refundedMinor: Number(row.refunded),
  refundedOrders: Number(row.refunded_orders),
  openRefunds: Number(row.open_refunds),
  abnormal: Number(row.abnormal),
});

export function toFigures(sums: readonly StatusSum[]): OrderFigures {
  const total = (value: (sum: StatusSum) => number): number => sums.reduce((all, sum) => all + value(sum), 0);
  return {
    orders: total((sum) => sum.orders),
    paidOrders: total((sum) => sum.paidOrders),
    cups: total((sum) => sum.cups),
    revenue: toRevenue(sums),
    refundedOrders: total((sum) => sum.refundedOrders),
    openRefunds: total((sum) => sum.openRefunds),
    abnormalOrders: total((sum) => sum.abnormal),
  };
}
