import { OrderEvent, OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';

/** What can happen to an order. Robots, staff, customers, the provider and timers all speak in these words. */
export const ORDER_TRIGGERS = [
  'created',
  'moneyConfirmed',
  'paymentFailed',
  'customerCancels',
  'staffCancels',
  'unpaidExpires',
  'robotStarts',
  'robotFails',
  'robotFinishes',
  'pickupWindowCloses',
  'drinkTaken',
  'staffRemakes',
  'stalled',
  'staffMarksTaken',
] as const;
export type OrderTrigger = (typeof ORDER_TRIGGERS)[number];

/** `cancelled`: event 11101 or 11102 was written, by a person or on expiry. It parts two orders that both stand at 2/0. */
export interface OrderState {
  readonly status: OrderStatus;
  readonly step: OrderStep;
  readonly cancelled: boolean;
}

export type OrderTransition =
  | { readonly allowed: true; readonly state: OrderState; readonly event: OrderEvent | null }
  | { readonly allowed: false; readonly because: 'illegal-transition' | 'already-cancelled' };

interface TransitionRow {
  readonly from: readonly OrderPlace[];
  readonly to: OrderPlace;
  readonly event: OrderEvent | null;
}

const places = () =>
  ({
    none: null,
    unpaid: { status: OrderStatus.created, step: OrderStep.unmade },
    paymentFailed: { status: OrderStatus.paymentFailed, step: OrderStep.unmade },
    queued: { status: OrderStatus.paidInQueue, step: OrderStep.unmade },
    making: { status: OrderStatus.paidInQueue, step: OrderStep.making },
    failed: { status: OrderStatus.makeFailed, step: OrderStep.failed },
    waiting: { status: OrderStatus.awaitingPickup, step: OrderStep.made },
    taken: { status: OrderStatus.pickedUp, step: OrderStep.taken },
    stalled: { status: OrderStatus.exception, step: OrderStep.timedOut },
  }) as const;
// pure, so that screens which ask nothing of transitions leave it out
const PLACES = /* @__PURE__ */ places();
type OrderPlace = keyof typeof PLACES;

/** The only list of lawful changes (practice 2.2). Whatever is not here is refused and changes nothing. */
const TRANSITIONS = /* @__PURE__ */ transitions();

function transitions(): Readonly<Record<OrderTrigger, TransitionRow>> {
  return {
    created: { from: ['none'], to: 'unpaid', event: OrderEvent.created },
    moneyConfirmed: { from: ['unpaid', 'paymentFailed'], to: 'queued', event: OrderEvent.paid },
    // the payment record keeps the provider's error
    paymentFailed: { from: ['unpaid'], to: 'paymentFailed', event: null },
    customerCancels: { from: ['unpaid', 'paymentFailed'], to: 'paymentFailed', event: OrderEvent.cancelledByCustomer },
    staffCancels: { from: ['unpaid', 'paymentFailed'], to: 'paymentFailed', event: OrderEvent.cancelledByStaff },
    unpaidExpires: { from: ['unpaid', 'paymentFailed'], to: 'paymentFailed', event: OrderEvent.cancelledByStaff },
    robotStarts: { from: ['queued'], to: 'making', event: OrderEvent.making },
    robotFails: { from: ['queued', 'making'], to: 'failed', event: OrderEvent.makeFailed },
    robotFinishes: { from: ['making'], to: 'waiting', event: OrderEvent.made },
    pickupWindowCloses: { from: ['waiting'], to: 'waiting', event: OrderEvent.notTaken },
    drinkTaken: { from: ['waiting'], to: 'taken', event: OrderEvent.taken },
    // 2251 follows when the robot starts again
    staffRemakes: { from: ['failed'], to: 'queued', event: null },
    stalled: { from: ['queued', 'making', 'waiting'], to: 'stalled', event: null },
    staffMarksTaken: { from: ['stalled', 'failed'], to: 'taken', event: OrderEvent.taken },
  };
}

const CANCELLING: ReadonlySet<OrderTrigger> = new Set(['customerCancels', 'staffCancels', 'unpaidExpires']);

function isAt(current: OrderState | null, place: OrderPlace): boolean {
  const there = PLACES[place];
  if (current === null || there === null) return current === there;
  return current.status === there.status && current.step === there.step;
}

/**
 * Where `trigger` takes an order; `null` stands for an order that does not exist yet (practice 2.2). A cancelled order
 * accepts nothing any more: a second cancel says so, and money that comes later is `decideMoneyConfirmed`'s business.
 */
export function nextOrderState(current: OrderState | null, trigger: OrderTrigger): OrderTransition {
  if (current?.cancelled) {
    return { allowed: false, because: CANCELLING.has(trigger) ? 'already-cancelled' : 'illegal-transition' };
  }
  const row = TRANSITIONS[trigger];
  const to = PLACES[row.to];
  if (to === null || !row.from.some((place) => isAt(current, place))) {
    return { allowed: false, because: 'illegal-transition' };
  }
  return { allowed: true, state: { ...to, cancelled: CANCELLING.has(trigger) }, event: row.event };
}

/** What staff may do by hand through `changeOrderStepOrStatus`; money and timers are not among it. */
const BY_STAFF: readonly OrderTrigger[] = [
  'staffCancels',
  'robotStarts',
  'robotFails',
  'robotFinishes',
  'drinkTaken',
  'staffRemakes',
  'staffMarksTaken',
];

/**
 * The trigger that brings `current` to the status and step that staff asked for, of which one may be left out
 * (practice 2.2: overrides follow the same table). `null`: no row of the table leads there.
 */
export function staffTriggerTo(
  current: OrderState,
  wanted: { readonly status?: OrderStatus; readonly step?: OrderStep },
): OrderTrigger | null {
  const leadsThere = (trigger: OrderTrigger): boolean => {
    const next = nextOrderState(current, trigger);
    if (!next.allowed) return false;
    const statusFits = wanted.status === undefined || wanted.status === next.state.status;
    const stepFits = wanted.step === undefined || wanted.step === next.state.step;
    return statusFits && stepFits;
  };
  if (wanted.status === undefined && wanted.step === undefined) return null;
  return BY_STAFF.find(leadsThere) ?? null;
}

/** Where staff may move an order now, so that a screen offers nothing that would be refused. */
export function staffMoves(current: OrderState): { status: OrderStatus; step: OrderStep }[] {
  return BY_STAFF.flatMap((trigger) => {
    const next = nextOrderState(current, trigger);
    return next.allowed ? [{ status: next.state.status, step: next.state.step }] : [];
  });
}

const PAID: ReadonlySet<OrderStatus> = new Set([
  OrderStatus.paidInQueue,
  OrderStatus.makeFailed,
  OrderStatus.awaitingPickup,
  OrderStatus.pickedUp,
  OrderStatus.exception,
]);

/** Whether an order of this status was paid once; what went back since plays no part in it. */
export function isPaid(status: OrderStatus): boolean {
  return PAID.has(status);
}
