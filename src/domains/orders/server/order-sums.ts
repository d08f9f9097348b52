import { type ExpressionBuilder, sql } from 'kysely';
import { WAS_PAID } from '#domains/order-sums/server/index.ts';
import type { RevenueFigure } from '#domains/orders/contract/order-totals.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import type { Currency } from '#platform/money/contract/currency.ts';

/** What is added up of orders, wherever: cups of paid ones, and money that came and went. */
export const moneySums = (eb: ExpressionBuilder<Tables, 'coffee_order'>) =>
  [
    sql<string>`coalesce(sum(cups) filter (where ${WAS_PAID}), 0)`.as('cups'),
    eb.fn.sum<string>('paid_minor').as('paid'),
    eb.fn.sum<string>('refunded_minor').as('refunded'),
  ] as const;

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
