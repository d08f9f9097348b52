import type { CustomerRefund, RefundSummary } from '../contract/refund-record.ts';

/** What a customer is told of a refund of his. */
export function customerRefund({
  requestedByName: _asker,
  answeredByName: _answerer,
  providerRef: _reference,
  lastError: _error,
  ...shown
}: RefundSummary): CustomerRefund {
  return shown;
}
