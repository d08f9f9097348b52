import { RefundStatus } from '../contract/refund.ts';

export interface ShownRefund {
  readonly id: string;
  readonly status: RefundStatus;
}

/** The refunds whose money has reached the customer since a reader last saw the order: those are news to him. */
export function justReturned<R extends ShownRefund>(before: readonly ShownRefund[], now: readonly R[]): R[] {
  const known = new Set(before.filter(({ status }) => status === RefundStatus.returned).map(({ id }) => id));
  return now.filter(({ id, status }) => status === RefundStatus.returned && !known.has(id));
}
