import { type Expression, type SqlBool, sql } from 'kysely';
import type { OrderFigures } from '#domains/insights/contract/order-statistics.ts';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import { OPEN_REFUNDS } from '#domains/orders/rules/order-filter.ts';
import { matchingOrders, moneySums, toRevenue, WAS_PAID } from '#domains/orders/server/index.ts';
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

/**
 * Sums over exactly the orders that the person may see (security 5.3): one row per currency, status and bucket, which
 * is named by the instant at which it begins. `cut` parts what was made before it from the rest: the orders are read
 * once for all.
 */
export async function sumOrders(db: TenantDb, range: StatisticsRange, parts: { bucket: Bucket; cut?: Date }) {
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
  return rows.map((row) => ({
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
