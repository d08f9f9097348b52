/** Refund application (domain 4). While money is on its way the code stays 100 or 101 (practice 3.2). */
export const RefundStatus = {
  requestedByCustomer: 100,
  requestedByStaff: 101,
  returned: 102,
  rejected: 103,
  withdrawn: 104,
} as const;
export type RefundStatus = (typeof RefundStatus)[keyof typeof RefundStatus];

/**
 * What the payment provider has been asked for one refund: `none` waits for an answer of staff, `pending` and `failed`
 * reserve their amount (a failed call is tried again), `succeeded` is money returned.
 */
export const REFUND_PROVIDER_STATES = ['none', 'pending', 'failed', 'succeeded'] as const;
export type RefundProviderState = (typeof REFUND_PROVIDER_STATES)[number];

/** Why a refund exists: asked by the customer, by staff, or opened by the system itself. */
export const REFUND_ORIGINS = ['customer', 'staff', 'makeFailed', 'lateMoney'] as const;
export type RefundOrigin = (typeof REFUND_ORIGINS)[number];

/** How far an order's money has gone back, for its label in lists (practice 3.2). */
export const REFUND_LABELS = ['none', 'requested', 'partiallyRefunded', 'refunded', 'rejected', 'withdrawn'] as const;
export type RefundLabel = (typeof REFUND_LABELS)[number];
