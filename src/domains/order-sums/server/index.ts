import type { ServerSlice } from '#platform/http/server/slice.ts';
import { addUpQuarters } from './order-quarters.ts';
import { sumDays } from './sum-days.ts';

export const orderSums: ServerSlice = {
  name: 'order-sums',
  about: 'What orders came to, per quarter of an hour and per day: figures of long periods are read from it.',
  schedules: [addUpQuarters, sumDays],
};

export {
  materialUse,
  orderGoods,
  orderHours,
  orderSold,
  orderStatuses,
  type SOLD_BY,
  soldOfHours,
} from './order-days.ts';
export { orderQuarters } from './order-quarters.ts';
export { PAYMENT_CHANNEL, WAS_PAID } from './paid-orders.ts';
