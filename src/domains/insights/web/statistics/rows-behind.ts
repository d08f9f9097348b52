import type { OrderDimension } from '#domains/insights/contract/order-breakdown.ts';
import { OrderSource } from '#domains/orders/contract/order.ts';
import type { DayRange } from '#ui/time/zoned.ts';

const SOURCES: Readonly<Record<string, number>> = {
  kiosk: OrderSource.kiosk,
  app: OrderSource.app,
  miniprogram: OrderSource.miniProgram,
};

/**
 * The list of exactly the orders that a row counted; undefined where the list has no such filter: the hour of the day, and
 * the channel of a payment, which the payments know.
 */
export function rowsBehind(by: OrderDimension, key: string | undefined, { from, to }: DayRange): string | undefined {
  const query = new URLSearchParams({ paid: 'true', created: `${from}..${to}` });
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
    default:
      return undefined;
  }
  return `/orders/list?${query}`;
}
