import { findCustomerByWord } from '#domains/customers/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { lockRental } from './rental-store.ts';

/** What a rental has brought in: for points. */
export interface PaidRental {
  /** The customer whom its client named; null where it named nobody. */
  readonly customerId: string | null;
  readonly spotId: string | null;
  readonly isSandbox: boolean;
  /** Paid and not given back so far; minor units. */
  readonly keptMinor: number;
}

/** The rental is held until the end of the transaction: of two refunds at once the second one finds what the first has left. */
export async function lockPaidRental(db: TenantDb, orderNo: string): Promise<PaidRental | undefined> {
  const rental = await lockRental(db, orderNo);
  if (!rental) return undefined;
  const { clientKeyId, customerId, from, isSandbox, paidMinor, refundedMinor } = rental;
  const customer = await findCustomerByWord(db, { clientId: clientKeyId ?? '', userId: customerId });
  return {
    ...{ customerId: customer?.id ?? null, spotId: from.spotId, isSandbox },
    keptMinor: Math.max(0, paidMinor - refundedMinor),
  };
}
