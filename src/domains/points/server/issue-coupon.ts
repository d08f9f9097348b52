import { type IssueRefusal, issueCodes } from '#domains/coupons/server/index.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';

interface Gift {
  readonly couponId: string;
  readonly customerId: string;
  readonly origin: 'points' | 'stamps';
  /** One code for each. */
  readonly source: string;
}

/** A code for one customer, in the transaction of what earned it; or why he gets none. */
export async function issueCoupon(
  tx: Transaction,
  { couponId, customerId, origin, source }: Gift,
): Promise<{ readonly codeId: string; readonly code: string } | IssueRefusal> {
  const { issued, skipped } = await issueCodes(tx, { couponId, customerIds: [customerId], origin, source });
  return issued[0] ?? skipped[0]?.because ?? 'coupon.not-found';
}
