import { sql } from 'kysely';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import type { OrderFigures, RevenueFigure } from '#domains/orders/contract/order-statistics.ts';
import { OPEN_REFUNDS } from '#domains/orders/rules/order-filter.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Currency } from '#platform/money/contract/currency.ts';

export interface StatisticsRange {
  readonly from: Date;
  readonly to: Date;
  /** `null`: all spots of the tenant. */
  readonly spotIds: readonly string[] | null;
}

function ordersOf(db: TenantDb, range: StatisticsRange) {
  const query = db.selectFrom('coffee_order').where('created_at', '>=', range.from).where('created_at', '<', range.to);
  return range.spotIds ? query.where('spot_id', '=', sql<string>`any(${[...range.spotIds]}::uuid[])`) : query;
}

const sumWhere = (value: string, condition: string) =>
  sql<string>`coalesce(sum(${sql.ref(value)}) filter (where ${sql.raw(condition)}), 0)`;

/** Hours or days on the tenant's clocks. */
export interface Bucket {
  readonly unit: 'hour' | 'day';
  readonly timeZone: string;
}

/**
 * Sums over exactly the orders that the person may see (security 5.3). One row per currency and status, and per bucket
 * where one is asked for, told by the instant at which it begins: the orders are read once for both.
 */
export async function sumOrders(db: TenantDb, range: StatisticsRange, bucket?: Bucket) {
  const at = bucket
    ? sql<Date | null>`date_trunc(${bucket.unit}, created_at, ${bucket.timeZone})`
    : sql<Date | null>`null::timestamptz`;
  const rows = await ordersOf(db, range)
    .select((eb) => [
      at.as('at'),
      'currency',
      'status',
      eb.fn.countAll<string>().as('orders'),
      sumWhere('cups', 'paid_minor > 0 or status >= 3').as('cups'),
      sql<string>`count(*) filter (where paid_minor > 0 or status >= 3)`.as('paid_orders'),
      eb.fn.sum<string>('paid_minor').as('paid'),
      eb.fn.sum<string>('refunded_minor').as('refunded'),
      sql<string>`count(*) filter (where refunded_minor > 0)`.as('refunded_orders'),
      sql<string>`count(*) filter (where refund_status = any(${[...OPEN_REFUNDS]}::smallint[]))`.as('open_refunds'),
      sql<string>`count(*) filter (where status = ${OrderStatus.makeFailed} or had_issue or payment_issue)`.as(
        'abnormal',
      ),
    ])
    .groupBy(['at', 'currency', 'status'])
    .execute();
  return rows.map((row) => ({
    at: row.at,
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
  }));
}
export type OrderSum = Awaited<ReturnType<typeof sumOrders>>[number];

export function toFigures(sums: readonly OrderSum[]): OrderFigures {
  const total = (value: (sum: OrderSum) => number): number => sums.reduce((all, sum) => all + value(sum), 0);
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

/** Currencies are never added together (practice 1.1). */
export function toRevenue(
  sums: readonly { currency: Currency; paidMinor: number; refundedMinor: number }[],
): RevenueFigure[] {
  const byCurrency = Map.groupBy(sums, (sum) => sum.currency);
  return [...byCurrency]
    .map(([currency, of]) => {
      const paidMinor = of.reduce((all, sum) => all + sum.paidMinor, 0);
      const refundedMinor = of.reduce((all, sum) => all + sum.refundedMinor, 0);
      return { currency, paidMinor, refundedMinor, netMinor: paidMinor - refundedMinor };
    })
    .filter((figure) => figure.paidMinor > 0)
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
