import { OrderEvent, OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';

/** The way of every order, as people follow it. */
export const WAY = ['paid', 'making', 'ready', 'taken'] as const;

export interface WayPoint {
  readonly key: (typeof WAY)[number];
  readonly state: 'done' | 'current' | 'failed' | 'todo';
  /** ISO instant: when it was reached, or began where it is under way; null where that is not known. */
  readonly at: string | null;
}

export type OrderOnItsWay = Pick<OrderDetail, 'status' | 'cancelEvent' | 'paidAt' | 'changedAt'> & {
  readonly drinks: readonly Pick<OrderDetail['drinks'][number], 'step' | 'startedAt' | 'finishedAt'>[];
  /** Newest first. */
  readonly timeline: readonly Pick<OrderDetail['timeline'][number], 'code' | 'at'>[];
};

const last = (times: readonly (string | null)[]): string | null =>
  times.reduce((latest, at) => (at !== null && (latest === null || at > latest) ? at : latest), null);
const first = (times: readonly (string | null)[]): string | null =>
  times.reduce((earliest, at) => (at !== null && (earliest === null || at < earliest) ? at : earliest), null);

/** Where an order stands between its payment and its pickup, with times; the words are those of its shown state. */
export function orderSteps(order: OrderOnItsWay): WayPoint[] {
  const point = (key: WayPoint['key'], state: WayPoint['state'], at: string | null = null): WayPoint => ({
    ...{ key, state, at },
  });
  const when = (code: OrderEvent): string | null => order.timeline.find((entry) => entry.code === code)?.at ?? null;
  if (order.paidAt === null && order.status < OrderStatus.paidInQueue) {
    const isOver = order.cancelEvent !== null || order.status === OrderStatus.paymentFailed;
    return [
      isOver ? point('paid', 'failed', order.changedAt) : point('paid', 'current'),
      ...(['making', 'ready', 'taken'] as const).map((key) => point(key, 'todo')),
    ];
  }
  const begun = first(order.drinks.map(({ startedAt }) => startedAt));
  const ended = last(order.drinks.map(({ finishedAt }) => finishedAt));
  const paid = point('paid', 'done', order.paidAt);
  const made = point('making', 'done', ended ?? when(OrderEvent.made));
  const ready = (state: WayPoint['state']) => point('ready', state, when(OrderEvent.made) ?? ended);
  switch (order.status) {
    case OrderStatus.awaitingPickup: {
      const notTaken = when(OrderEvent.notTaken);
      return [paid, made, ready('current'), notTaken ? point('taken', 'failed', notTaken) : point('taken', 'todo')];
    }
    case OrderStatus.pickedUp:
      return [paid, made, ready('done'), point('taken', 'done', when(OrderEvent.taken) ?? order.changedAt)];
    case OrderStatus.makeFailed:
      return [
        paid,
        point('making', 'failed', ended ?? order.changedAt),
        point('ready', 'todo'),
        point('taken', 'todo'),
      ];
    case OrderStatus.exception: {
      const isMade = order.drinks.every(({ finishedAt, step }) => finishedAt !== null && step !== OrderStep.failed);
      return isMade
        ? [paid, made, ready('done'), point('taken', 'failed', order.changedAt)]
        : [paid, point('making', 'failed', order.changedAt), point('ready', 'todo'), point('taken', 'todo')];
    }
    default:
      return [paid, point('making', 'current', begun), point('ready', 'todo'), point('taken', 'todo')];
  }
}
