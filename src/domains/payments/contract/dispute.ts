/**
 * Where a dispute is, in the provider's words. `warning_…` is an inquiry of the customer's bank, which has taken no money yet;
 * `appeal_…` follows a dispute that was lost; the last four are its ends.
 */
export const DISPUTE_STATES = [
  ...(['warning_needs_response', 'warning_under_review', 'needs_response', 'under_review'] as const),
  ...(['appeal_needs_response', 'appeal_under_review'] as const),
  ...(['warning_closed', 'prevented', 'won', 'lost'] as const),
] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** What the customer told his bank, in the provider's words; `general` for all that has none. */
export const DISPUTE_REASONS = [
  ...(['fraudulent', 'unrecognized', 'product_not_received', 'product_unacceptable', 'duplicate'] as const),
  ...(['credit_not_processed', 'subscription_canceled', 'general', 'customer_initiated', 'noncompliant'] as const),
  ...(['bank_cannot_process', 'check_returned', 'debit_not_authorized', 'incorrect_account_details'] as const),
  'insufficient_funds',
] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];
