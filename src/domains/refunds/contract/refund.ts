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
 * How far the payment provider is with one refund. A failed call is repeated, so it reserves its amount like a pending
 * one. `null` in place of a state: the provider has not been asked, the application waits for an answer of staff.
 */
export const REFUND_PROVIDER_STATES = ['pending', 'failed', 'succeeded'] as const;
export type RefundProviderState = (typeof REFUND_PROVIDER_STATES)[number];

/**
 * Who opened a refund; `automatic` is the system itself, for a failed drink or money that came too late; `provider`: it was made at
 * the payment provider's own console.
 */
export const REFUND_ORIGINS = ['customer', 'staff', 'automatic', 'provider'] as const;
export type RefundOrigin = (typeof REFUND_ORIGINS)[number];

/** Nobody wrote a reason here: it is a code with words of its own. */
export const hasReasonCode = (origin: string): boolean => origin === 'automatic' || origin === 'provider';

/** The reason of every refund of the origin `provider`. */
export const AT_PROVIDER = 'at-provider';

/** The reason of an automatic refund whose money paid an order a second time. */
export const PAID_TWICE = 'paid-twice';

/** What a customer who asks at a machine would like best. */
export const REFUND_WISHES = ['money', 'again'] as const;

/** How far an order's money has gone back, for its label in lists (practice 3.2). */
export const REFUND_LABELS = [
  'none',
  'requested',
  'refunding',
  'partiallyRefunded',
  'refunded',
  'rejected',
  'withdrawn',
] as const;
export type RefundLabel = (typeof REFUND_LABELS)[number];
