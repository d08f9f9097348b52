import type {
  Repair,
  RepairOutcome,
  UndeliveredReason,
  UndeliveredRule,
} from '#domains/delivery-watch/contract/delivery-repairs.ts';
import { OrderStatus } from '#domains/orders/contract/order.ts';
import { isDelivered, isOwed, type PaidCup } from '#domains/orders/rules/undelivered.ts';

/** How long a robot that is gone is waited for before its drinks are paid back, minutes. */
export const LONGEST_WAIT_MINUTES = 30;
/** A robot that is back first says what it did while it was gone, seconds. */
export const BACK_FOR_SECONDS = 60;
/** A drink is made again once; what fails then is paid back. */
export const MOST_REMAKES = 1;

/** One paid order as the watch sees it, under its lock. */
export interface WatchedOrder {
  readonly now: Date;
  readonly status: OrderStatus;
  readonly paidAt: Date;
  /** Last change of status or step. */
  readonly changedAt: Date;
  readonly cups: readonly PaidCup[];
  /** Seconds that making the cups takes that are not made yet. */
  readonly remainingSeconds: number;
  /** An application whose money has not come back yet. */
  readonly hasOpenRefund: boolean;
  /** What could still go back, minor units. */
  readonly refundableMinor: number;
  /** The newest work order. */
  readonly workOrder: {
    /** The robot has said that it took it. */
    readonly isAccepted: boolean;
    /** It is behind another one of a robot that is there. */
    readonly waitsItsTurn: boolean;
  } | null;
  readonly robot: {
    readonly isOnline: boolean;
    /** Last change between online and offline. */
    readonly since: Date | null;
    /** It began anew after it had taken the work order: what it was making is over. */
    readonly hasRestarted: boolean;
    readonly takesOrders: boolean;
  };
  readonly anotherCanMake: boolean;
  readonly rule: UndeliveredRule;
  /** Minutes after its drinks should be ready. */
  readonly allowedMinutes: number;
  readonly remakes: number;
}

export type WatchDecision =
  | { readonly kind: 'settled'; readonly outcome: Exclude<RepairOutcome, 'none'> }
  | { readonly kind: 'refunding' }
  | { readonly kind: 'not-due' }
  | { readonly kind: 'wait-for-robot' | 'ask'; readonly reason: UndeliveredReason }
  | { readonly kind: 'repair'; readonly how: Repair; readonly reason: UndeliveredReason; readonly because: string };

/**
 * What becomes of a paid order (practice 2, 3.2 and 11): a drink for each paid cup, or its money, and never both nor twice.
 * A drink that may still be made is never made again; then its money goes back.
 */
export function decideRepair(order: WatchedOrder): WatchDecision {
  if (order.hasOpenRefund) return { kind: 'refunding' };
  const owed = order.cups.filter(isOwed);
  if (owed.length === 0 || order.refundableMinor <= 0) return { kind: 'settled', outcome: outcomeOf(order.cups) };
  const reason = whyUndelivered(order);
  if (!reason) return { kind: 'not-due' };
  if (order.rule === 'ask') return { kind: 'ask', reason };
  const refund = (because: string): WatchDecision => ({ kind: 'repair', how: 'refund', reason, because });
  if (order.rule === 'refund') return refund('rule');
  const obstacle = whyNotAgain(order, reason);
  if (obstacle) return refund(obstacle);
  if (order.rule === 'other_robot')
    return order.anotherCanMake
      ? { kind: 'repair', how: 'other_robot', reason, because: 'rule' }
      : refund('no-other-robot');
  return onSameRobot(order, reason, refund);
}

function onSameRobot(
  order: WatchedOrder,
  reason: UndeliveredReason,
  refund: (because: string) => WatchDecision,
): WatchDecision {
  const { isOnline, since, takesOrders } = order.robot;
  const isBack = isOnline && (since === null || secondsBetween(since, order.now) >= BACK_FOR_SECONDS);
  if (isBack && takesOrders) return { kind: 'repair', how: 'same_robot', reason, because: 'rule' };
  const waited = secondsBetween(readyAt(order), order.now) / 60 - order.allowedMinutes;
  return waited >= LONGEST_WAIT_MINUTES ? refund('robot-stays-away') : { kind: 'wait-for-robot', reason };
}

/** Why the missing cups must not be made again; nothing where they may. */
export function whyNotAgain(
  order: Pick<WatchedOrder, 'status' | 'remakes' | 'robot'>,
  reason: UndeliveredReason,
): string | undefined {
  if (order.status === OrderStatus.exception) return 'too-late';
  if (order.remakes >= MOST_REMAKES) return 'made-again-before';
  if (reason === 'stopped_making' && !order.robot.hasRestarted) return 'may-still-be-made';
  return undefined;
}

/** Why an order counts as not delivered now; nothing while its time is not over. */
export function whyUndelivered(order: WatchedOrder): UndeliveredReason | undefined {
  const { status, now, robot, workOrder, allowedMinutes } = order;
  const allowed = allowedMinutes * 60;
  if (status === OrderStatus.exception) return 'timed_out';
  if (status === OrderStatus.makeFailed) return secondsBetween(order.changedAt, now) >= allowed ? 'failed' : undefined;
  if (status !== OrderStatus.paidInQueue) return undefined;
  const isOverdue = secondsBetween(readyAt(order), now) >= allowed;
  if (!workOrder) return isOverdue ? 'no_work_order' : undefined;
  const isGone = !robot.isOnline && robot.since !== null && secondsBetween(robot.since, now) >= allowed;
  // what it never took is not waited for until it would have been ready
  if (!workOrder.isAccepted && isGone && secondsBetween(order.changedAt, now) >= allowed) return 'robot_offline';
  if (!isOverdue || (workOrder.waitsItsTurn && robot.isOnline)) return undefined;
  if (workOrder.isAccepted) return 'stopped_making';
  return robot.isOnline ? 'no_answer' : 'robot_offline';
}

/** When what is missing should have been ready. */
function readyAt({ paidAt, changedAt, remainingSeconds }: WatchedOrder): Date {
  return new Date(Math.max(paidAt.getTime(), changedAt.getTime()) + remainingSeconds * 1000);
}

function outcomeOf(cups: readonly PaidCup[]): Exclude<RepairOutcome, 'none'> {
  const delivered = cups.filter(isDelivered).length;
  if (delivered === 0) return 'refunded';
  return delivered === cups.length ? 'delivered' : 'partly';
}

const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000;
