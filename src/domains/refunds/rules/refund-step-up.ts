import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { RefundFacts } from './refund.ts';
import { isOpenRefund } from './refund.ts';

/**
 * Whether staff must give the password again: all that goes back of an order counts, so that a large refund in small parts
 * is a large refund (security 4.9). Minor units; never where `limitMinor` is null.
 */
export function needsStepUp(limitMinor: number | null, refunds: readonly RefundFacts[], askedMinor: number): boolean {
  if (limitMinor === null) return false;
  const before = refunds
    .filter(
      (refund) => refund.status === RefundStatus.returned || (isOpenRefund(refund) && refund.providerState !== null),
    )
    .reduce((sum, refund) => sum + refund.amountMinor, 0);
  return before + askedMinor > limitMinor;
}
