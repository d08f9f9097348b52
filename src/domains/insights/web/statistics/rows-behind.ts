import type { OrderDimension } from '#domains/insights/contract/order-breakdown.ts';
import type { OrderStatistics } from '#domains/insights/contract/order-statistics.ts';
import { ordersBehind, type PeriodFigureName } from '#domains/insights/contract/period-figures.ts';
import { OrderSource } from '#domains/orders/contract/order.ts';
import { ORDER_PAYMENT_CHANNELS } from '#domains/orders/contract/payment-channels.ts';
import { wallClock } from '#ui/time/format-time.ts';
import { type DayRange, dayIn } from '#ui/time/zoned.ts';
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

const FIGURE_OF = { sales: 'netSales', orders: 'orders', cups: 'cups' } as const satisfies Record<
  Metric,
  PeriodFigureName
>;

/**
 * The orders of each bucket of a series, in their order. Where the clocks go back the list cannot tell the hour that comes twice: those
 * two open nothing.
 */
export function pointsBehind(
  { bucket, series, timeZone }: Pick<OrderStatistics, 'bucket' | 'series' | 'timeZone'>,
  metric: Metric,
  spotId: string | undefined,
): (string | undefined)[] {
  const buckets = series.map(({ at }) => {
    const instant = Date.parse(at);
    return { day: dayIn(instant, timeZone), hour: wallClock(instant, timeZone).hour };
  });
  return buckets.map(({ day, hour }) => {
    const list = ordersBehind(FIGURE_OF[metric], { from: day, to: day, spotId });
    if (bucket === 'day') return list;
    const isTwice = buckets.filter((one) => one.day === day && one.hour === hour).length > 1;
    return isTwice ? undefined : `${list}&where=${encodeURIComponent(`hour.eq.${hour}`)}`;
  });
}
