import { queryText } from '#platform/http/contract/query-text.ts';
import type { OrderFigures } from './order-statistics.ts';

/** Which days and spot a figure is about; days are the tenant's, both included. */
export interface OrdersCounted {
  readonly from: string;
  readonly to: string;
  readonly spotId?: string | undefined;
}

interface PeriodFigure {
  /** What the list of exactly the orders that it counts is asked, beside days and spot; `view` is one of its tabs. */
  readonly query: Readonly<Record<string, string>>;
  readonly sum: (of: OrderFigures, currency: string) => number;
}

const money = (of: OrderFigures, currency: string) => of.revenue.find((sum) => sum.currency === currency);

/**
 * Every figure of a period on the dashboards. The number and the list that it opens ask for the same orders; the tests compare both
 * for each of them.
 */
export const PERIOD_FIGURES = {
  netSales: { query: {}, sum: (of, currency) => money(of, currency)?.netMinor ?? 0 },
  orders: { query: {}, sum: (of) => of.orders },
  paidOrders: { query: { paid: 'true' }, sum: (of) => of.paidOrders },
  cups: { query: { paid: 'true' }, sum: (of) => of.cups },
  refundedOrders: { query: { refunded: 'true' }, sum: (of) => of.refundedOrders },
  refundedMoney: { query: { refunded: 'true' }, sum: (of, currency) => money(of, currency)?.refundedMinor ?? 0 },
  abnormalOrders: { query: { view: 'failed' }, sum: (of) => of.abnormalOrders },
  openRefunds: { query: { refundStatus: '100,101' }, sum: (of) => of.openRefunds },
} as const satisfies Record<string, PeriodFigure>;
export type PeriodFigureName = keyof typeof PERIOD_FIGURES;

/** The address of that list. */
export function ordersBehind(name: PeriodFigureName, { from, to, spotId }: OrdersCounted): string {
  const { query } = PERIOD_FIGURES[name];
  return `/orders/list?${queryText({ ...query, created: `${from}..${to}`, ...(spotId ? { spotId } : {}) })}`;
}
