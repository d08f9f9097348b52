import type { RefundOrigin, RefundProviderState } from '#domains/refunds/contract/refund.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import { isOpenRefund, type RefundFacts } from '#domains/refunds/rules/refund.ts';

export interface RefundableRental {
  /** Money received, minor units. */
  readonly paidMinor: number;
  /** All applications, oldest first. */
  readonly refunds: readonly RefundFacts[];
  /** What the customer's bank keeps from going back, minor units. */
  readonly disputedMinor: number;
}

/** Paid minus what is asked for, pending, returned or disputed, minor units (practice 3.2). */
export function refundableOf({ paidMinor, refunds, disputedMinor }: RefundableRental): number {
  const reserved = refunds
    .filter((refund) => isOpenRefund(refund) || refund.status === RefundStatus.returned)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return Math.max(0, paidMinor - reserved - disputedMinor);
}

export type RentalRefundDecision =
  | {
      readonly allowed: true;
      readonly status: RefundStatus;
      /** null: it waits for an answer of staff. */
      readonly providerState: RefundProviderState | null;
      readonly isFull: boolean;
    }
  | {
      readonly allowed: false;
      readonly because: 'not-paid' | 'already-open' | 'already-refunded' | 'disputed' | 'exceeds-paid';
    };

/** Opens a refund of a rental, with the codes of coffee orders: 100 by the customer, 101 by staff (settled 69). */
export function decideRentalRefund(
  rental: RefundableRental,
  askedMinor: number,
  origin: RefundOrigin,
): RentalRefundDecision {
  const left = refundableOf(rental);
  if (rental.paidMinor <= 0) return { allowed: false, because: 'not-paid' };
  if (rental.refunds.some(isOpenRefund)) return { allowed: false, because: 'already-open' };
  if (left <= 0) return { allowed: false, because: rental.disputedMinor > 0 ? 'disputed' : 'already-refunded' };
  if (askedMinor > left) return { allowed: false, because: 'exceeds-paid' };
  const byCustomer = origin === 'customer';
  return {
    allowed: true,
    status: byCustomer ? RefundStatus.requestedByCustomer : RefundStatus.requestedByStaff,
    providerState: byCustomer ? null : 'pending',
    isFull: askedMinor === left,
  };
}
