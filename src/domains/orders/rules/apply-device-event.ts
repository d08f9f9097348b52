import { isNewer, type MessagePosition } from '#domains/devices/rules/message-order.ts';
import { OrderEvent, OrderStep } from '#domains/orders/contract/order.ts';
import { applyDrinkReport, type DrinkDecision, type DrinkReport } from '#domains/orders/rules/drink-steps.ts';
import { nextOrderState, type OrderState } from '#domains/orders/rules/order-status.ts';

/** An order, its cups, and the position of the last device event that was applied to it (`null`: none yet). */
export interface DeviceDrivenOrder {
  readonly state: OrderState;
  readonly drinks: readonly OrderStep[];
  readonly applied: MessagePosition | null;
}

export interface OrderDeviceEvent {
  readonly position: MessagePosition;
  /** Event code of the robot's message. */
  readonly event: OrderEvent;
  /** The cups it speaks of, from 0: one, all of a line, or all of the order. */
  readonly drinks: readonly number[];
}

export type DeviceEventDecision =
  | Extract<DrinkDecision, { allowed: true }>
  /** Kept in the event log with `ignored = true`; it changes nothing (practice 2.2). */
  | {
      readonly allowed: false;
      /** `already-so`: each cup that it speaks of is where the event leads, or further; another report was faster. */
      readonly because: 'not-newer' | 'already-so' | 'not-a-robot-event' | 'illegal-transition' | 'no-such-drink';
    };

const REPORTS: Partial<Record<OrderEvent, DrinkReport>> = {
  [OrderEvent.making]: 'robotStarts',
  [OrderEvent.makeFailed]: 'robotFails',
  [OrderEvent.made]: 'robotFinishes',
  [OrderEvent.taken]: 'drinkTaken',
};

/**
 * Applies what a robot says about an order, if it is newer than the last thing that was applied (practice 2.2).
 */
export function decideDeviceEvent(order: DeviceDrivenOrder, message: OrderDeviceEvent): DeviceEventDecision {
  if (!isNewer(message.position, order.applied)) return { allowed: false, because: 'not-newer' };
  if (message.event === OrderEvent.notTaken) {
    const next = nextOrderState(order.state, 'pickupWindowCloses');
    return next.allowed
      ? { allowed: true, drinks: order.drinks, changed: [], state: next.state, event: next.event, hadIssue: false }
      : { allowed: false, because: 'illegal-transition' };
  }
  const report = REPORTS[message.event];
  if (!report) return { allowed: false, because: 'not-a-robot-event' };
  const decision = applyDrinkReport(order.state, order.drinks, message.drinks, report);
  const saysWhatIs =
    message.drinks.length > 0 &&
    message.drinks.every((index) => BEHIND[report].includes(order.drinks[index] as OrderStep));
  return !decision.allowed && decision.because === 'illegal-transition' && saysWhatIs
    ? { allowed: false, because: 'already-so' }
    : decision;
}

/** Where a cup stands after a report, and where it can have come since. */
const BEHIND: Readonly<Record<DrinkReport, readonly OrderStep[]>> = {
  robotStarts: [OrderStep.making, OrderStep.made, OrderStep.taken, OrderStep.failed],
  robotFails: [OrderStep.failed],
  robotFinishes: [OrderStep.made, OrderStep.taken],
  drinkTaken: [OrderStep.taken],
};
