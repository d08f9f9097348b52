import { orderEvents } from '#domains/orders/contract/events.ts';
import { OrderEvent, OrderStatus } from '#domains/orders/contract/order.ts';
import type { OrderState } from '#domains/orders/rules/order-status.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { type Order, type OrderChange, recordOrderEvent, type TimelineEntry, updateOrder } from './order-store.ts';

export interface Move {
  readonly state: OrderState;
  /** Event code of the transition table; null where it writes none. */
  readonly event: OrderEvent | null;
  readonly source: TimelineEntry['source'];
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
  /** Written together with the move. */
  readonly change?: OrderChange;
}

const FACTS = {
  [OrderEvent.paid]: orderEvents.paid,
  [OrderEvent.making]: orderEvents.making,
  [OrderEvent.makeFailed]: orderEvents.makeFailed,
  [OrderEvent.made]: orderEvents.made,
  [OrderEvent.notTaken]: orderEvents.notTaken,
  [OrderEvent.taken]: orderEvents.taken,
  [OrderEvent.cancelledByCustomer]: orderEvents.cancelled,
  [OrderEvent.cancelledByStaff]: orderEvents.cancelled,
} as const;

/**
 * Performs a transition that the rules have allowed: state, timeline, fact and live update, all or none. Where the
 * order has moved since it was read, nothing happens (security 8.6).
 */
export async function moveOrder(tx: Transaction, order: Order, move: Move): Promise<Order> {
  const at = tx.now();
  const { state } = move;
  const moved = state.status !== order.state.status || state.step !== order.state.step;
  const change: OrderChange = {
    ...move.change,
    state,
    ...(moved ? { changedAt: at } : {}),
    ...(state.cancelled && !order.state.cancelled && move.event !== null ? { cancelEvent: move.event } : {}),
    ...(state.cancelled || state.status >= OrderStatus.paidInQueue ? { expiresAt: null } : {}),
    ...(moved && order.state.status === OrderStatus.awaitingPickup ? { pickupClosesAt: null } : {}),
    ...(moved && state.status === OrderStatus.awaitingPickup
      ? { pickupClosesAt: new Date(at.getTime() + 1_000 * (await pickupWindowSeconds(tx))) }
      : {}),
  };
  if (!(await updateOrder(tx.db, order, change))) raise('order.illegal-transition');
  await recordOrderEvent(tx.db, order.orderNo, {
    code: move.event,
    state,
    at,
    source: move.source,
    actor: move.source === 'robot' ? order.robotImei : tx.actor.name,
    detail: move.detail,
  });
  const fact =
    state.status === OrderStatus.exception && moved
      ? orderEvents.timedOut
      : move.event !== null && move.event in FACTS
        ? FACTS[move.event as keyof typeof FACTS]
        : undefined;
  if (fact) await tx.publish(fact, factOf(order, at), { aggregate: order.orderNo });
  const after = { ...order, ...withoutUndefined(change), state } as Order;
  await pushOrder(tx, after);
  return after;
}

export function factOf(order: Order, at: Date) {
  return { orderNo: order.orderNo, spotId: order.spotId, deviceImei: order.robotImei, at: at.toISOString() };
}

/** Lists and open pages show the change within two seconds, to those who may see the spot. */
export async function pushOrder(tx: Transaction, order: Order): Promise<void> {
  await tx.live({
    kind: 'order',
    id: order.orderNo,
    spotId: order.spotId,
    status: order.state.status,
    step: order.state.step,
    refundStatus: order.refundStatus,
    deviceImei: order.robotImei,
  });
}

async function pickupWindowSeconds(tx: Transaction): Promise<number> {
  const tenant = await tx.db.selectFrom('tenant').select('pickup_window_seconds').executeTakeFirstOrThrow();
  return tenant.pickup_window_seconds;
}

function withoutUndefined(change: OrderChange): Partial<Order> {
  const { hadIssue, paymentIssue, refundStatus, paidMinor, refundedMinor, paymentSerialNo, pickupCode, applied } =
    change;
  const { robot } = change;
  return Object.fromEntries(
    Object.entries({
      hadIssue,
      paymentIssue,
      refundStatus,
      paidMinor,
      refundedMinor,
      paymentSerialNo,
      pickupCode,
      applied,
      robotId: robot?.id,
      robotImei: robot?.imei,
    }).filter(([, value]) => value !== undefined),
  );
}
