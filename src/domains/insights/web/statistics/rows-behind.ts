import { STATISTICS } from '#domains/insights/contract/addresses.ts';
import type { OrderBreakdown, OrderDimension } from '#domains/insights/contract/order-breakdown.ts';
import type { OrderStatistics } from '#domains/insights/contract/order-statistics.ts';
import { ordersBehind, type PeriodFigureName } from '#domains/insights/contract/period-figures.ts';
import { OrderSource } from '#domains/orders/contract/order.ts';
import { ORDER_PAYMENT_CHANNELS } from '#domains/orders/contract/payment-channels.ts';
import { bucketsOf } from '#ui/time/buckets.ts';
import type { DayRange } from '#ui/time/zoned.ts';
import type { Metric } from '../overview/period.ts';

const SOURCES: Readonly<Record<string, number>> = {
  kiosk: OrderSource.kiosk,
  app: OrderSource.app,
  miniprogram: OrderSource.miniProgram,
};

/** Days of the tenant, both included, and the spot where only one is asked for. */
export interface RowsAsked extends DayRange {
  readonly spotId?: string | undefined;
}

const HOURS = 24;
const CHANNELS: readonly string[] = ORDER_PAYMENT_CHANNELS;

/** The list of exactly the orders that a row counted; undefined where they have no channel that the list knows. */
export function rowsBehind(
  by: OrderDimension,
  key: string | undefined,
  { from, to, spotId }: RowsAsked,
): string | undefined {
  const query = new URLSearchParams({ paid: 'true', created: `${from}..${to}`, ...(spotId ? { spotId } : {}) });
  if (key === undefined) return `/orders/list?${query}`;
  switch (by) {
    case 'spot':
      query.set('spotId', key);
      break;
    case 'robot':
      query.set('deviceImei', key);
      break;
    case 'goods':
      query.set('goodsId', key);
      break;
    case 'channel': {
      const source = SOURCES[key];
      if (source === undefined) return undefined;
      query.set('source', String(source));
      break;
    }
    case 'hour':
      query.set('where', `hour.eq.${key}`);
      break;
    case 'weekday':
      query.set('where', `weekday.eq.${key}`);
      break;
    case 'hourOfWeek':
      query.set('where', `weekday.eq.${Math.floor(Number(key) / HOURS) + 1};hour.eq.${Number(key) % HOURS}`);
      break;
    case 'paymentChannel':
      if (!CHANNELS.includes(key)) return undefined;
      query.set('where', `paymentChannel.eq.${key}`);
      break;
  }
  return `/orders/list?${query}`;
}

/** As many rows as statistics 1 shows at most. */
export const MOST_ROWS = 100;

/** The rows beyond the first ones, one by one; undefined where no page shows more. */
export function othersBehind(
  { by, measure, rows }: Pick<OrderBreakdown, 'by' | 'measure' | 'rows'>,
  { from, to, spotId }: RowsAsked,
): string | undefined {
  if (rows.length >= MOST_ROWS) return undefined;
  const query = { by, metric: measure, top: String(MOST_ROWS), from, to, ...(spotId ? { spotId } : {}) };
  return `${STATISTICS}?${new URLSearchParams(query)}`;
}

const FIGURE_OF = { sales: 'netSales', orders: 'orders', cups: 'cups' } as const satisfies Record<
  Metric,
  PeriodFigureName
>;

/** The orders of each bucket of a series, in their order. */
export function pointsBehind(
  statistics: Pick<OrderStatistics, 'bucket' | 'series' | 'timeZone'>,
  metric: Metric,
  spotId: string | undefined,
): (string | undefined)[] {
  return bucketsOf(statistics).map((bucket) => {
    if (bucket === undefined) return undefined;
    const { day, hour } = bucket;
    const list = ordersBehind(FIGURE_OF[metric], { from: day, to: day, spotId });
    return hour === undefined ? list : `${list}&where=${encodeURIComponent(`hour.eq.${hour}`)}`;
  });
}
