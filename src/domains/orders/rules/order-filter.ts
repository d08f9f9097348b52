import { OrderFilter, OrderStatus } from '#domains/orders/contract/order.ts';
import { ORDER_VIEWS, type OrderView } from '#domains/orders/contract/order-figures.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';

/**
 * One tab of the order list as data, so that SQL and the predicate below cannot part (practice 2.3). An order is shown
 * when (its status is listed, or `orHasIssue` and one of its flags is set) and its refund state fits.
 */
export interface OrderFilterCondition {
  /** `null`: any status. */
  readonly statuses: readonly OrderStatus[] | null;
  /** The had-issue or the payment-issue flag also qualifies. */
  readonly orHasIssue: boolean;
  /** `null`: any; otherwise the order's refund status must be one of these. */
  readonly refundAnyOf: readonly RefundStatus[] | null;
  /** The order's refund status must be none of these; an order without a refund always passes. */
  readonly refundNoneOf: readonly RefundStatus[];
}

/** Applications that wait for an answer or for the provider. */
export const OPEN_REFUNDS: readonly RefundStatus[] = [RefundStatus.requestedByCustomer, RefundStatus.requestedByStaff];

// pure, so that screens which need nothing but the open refunds leave it out
export const ORDER_FILTER_CONDITIONS: Readonly<Record<OrderFilter, OrderFilterCondition>> =
  /* @__PURE__ */ conditions();

function conditions(): Record<OrderFilter, OrderFilterCondition> {
  const anyRefund = { refundAnyOf: null, refundNoneOf: [] };
  const noOpenOrReturned = { refundAnyOf: null, refundNoneOf: [...OPEN_REFUNDS, RefundStatus.returned] };
  return {
    [OrderFilter.all]: { statuses: null, orHasIssue: false, ...anyRefund },
    [OrderFilter.processing]: {
      statuses: [OrderStatus.created, OrderStatus.paidInQueue, OrderStatus.awaitingPickup],
      orHasIssue: false,
      refundAnyOf: null,
      refundNoneOf: OPEN_REFUNDS,
    },
    [OrderFilter.complete]: { statuses: [OrderStatus.pickedUp], orHasIssue: false, ...noOpenOrReturned },
    [OrderFilter.abnormal]: { statuses: [OrderStatus.makeFailed], orHasIssue: true, ...noOpenOrReturned },
    [OrderFilter.refunding]: { statuses: null, orHasIssue: false, refundAnyOf: OPEN_REFUNDS, refundNoneOf: [] },
    [OrderFilter.refunded]: {
      statuses: null,
      orHasIssue: false,
      refundAnyOf: [RefundStatus.returned],
      refundNoneOf: [],
    },
    [OrderFilter.timedOut]: { statuses: [OrderStatus.exception], orHasIssue: false, ...noOpenOrReturned },
  };
}

export interface FilterableOrder {
  readonly status: OrderStatus;
  readonly refundStatus: RefundStatus | null;
  readonly hadIssue: boolean;
  readonly paymentIssue: boolean;
}

/** Whether the order belongs under a tab of the list (practice 2.3). */
export function isShownUnder(filter: OrderFilter, order: FilterableOrder): boolean {
  const condition = ORDER_FILTER_CONDITIONS[filter];
  const statusFits =
    condition.statuses === null ||
    condition.statuses.includes(order.status) ||
    (condition.orHasIssue && (order.hadIssue || order.paymentIssue));
  const refund = order.refundStatus;
  const refundFits =
    (condition.refundAnyOf === null || (refund !== null && condition.refundAnyOf.includes(refund))) &&
    (refund === null || !condition.refundNoneOf.includes(refund));
  return statusFits && refundFits;
}

/** Something went wrong with a cup or with the money, whatever became of it since. */
export function hasFailed(order: FilterableOrder): boolean {
  return order.status === OrderStatus.makeFailed || order.hadIssue || order.paymentIssue;
}

/** Whether the order stands under a tab of the list. */
export function isShownIn(view: OrderView, order: FilterableOrder): boolean {
  const { filter, ...more } = ORDER_VIEWS[view];
  return isShownUnder(filter, order) && (!('failed' in more) || hasFailed(order));
}
