import type { OrderDimension } from '#domains/insights/contract/order-breakdown.ts';
import { OrderSource } from '#domains/orders/contract/order.ts';
import { addDays, type DayRange } from '#ui/time/zoned.ts';

const SOURCES: Readonly<Record<string, number>> = {
  kiosk: OrderSource.kiosk,
  app: OrderSource.app,
  miniprogram: OrderSource.miniProgram,
};

/** Days of the tenant, both included, and the spot where only one is asked for. */
export interface RowsAsked extends DayRange {
  readonly spotId?: string | undefined;
}

/**
 * The list of exactly the orders that a row counted; undefined where the list has no such filter: an hour of several days, the
 * weekday, and the channel of a payment, which the payments know.
 */
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
    case 'hour': {
      if (from !== to) return undefined;
      query.set('where', hourOf(from, Number(key)));
      break;
    }
    default:
      return undefined;
  }
  return `/orders/list?${query}`;
}

/** Where clocks go back the hour that comes twice is both of them. */
function hourOf(day: string, hour: number): string {
  const clock = (of: string, at: number) => encodeURIComponent(`${of} ${String(at).padStart(2, '0')}:00`);
  const end = hour === 23 ? clock(addDays(day, 1), 0) : clock(day, hour + 1);
  return `createdAt.ge.${clock(day, hour)};createdAt.lt.${end}`;
}
