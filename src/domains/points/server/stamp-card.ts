import { randomInt } from 'node:crypto';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { collectionPoints } from '../contract/collection-points.ts';
import { moveCard } from '../rules/stamp-card.ts';
import { issueCoupon } from './issue-coupon.ts';

interface FilledBy {
  readonly no: string;
  readonly customerId: string;
  readonly spotId: string | null;
  /** On the card now. */
  readonly stamps: number;
}

/**
 * One coupon for each time that the card is full (practice 7.5). Where the coupon cannot be given, since it has ended or run out,
 * the card stays full: the next stamps ask again.
 */
export async function giveCouponsOfCard(
  tx: Transaction,
  { limit, couponId }: { readonly limit: number; readonly couponId: string },
  filled: FilledBy,
): Promise<void> {
  const { coupons } = moveCard(filled.stamps, 0, limit);
  let given = 0;
  for (; given < coupons; given += 1) {
    const { customerId, no, spotId } = filled;
    const issued = await issueCoupon(tx, { couponId, customerId, origin: 'stamps', source: `${no}:${given + 1}` });
    if (typeof issued === 'string') break;
    const id = newId();
    await tx.db
      .insertInto('collection_point')
      .values({
        ...{ id, customer_id: customerId, serial_number: newSerialNumber(), stamp_limit: limit, coupon_id: couponId },
        ...{ code_id: issued.codeId, code: issued.code, order_no: no, spot_id: spotId, issued_at: tx.now() },
      })
      .execute();
    await tx.live({ kind: collectionPoints.name, id, spotId });
  }
  if (given === 0) return;
  await tx.db
    .updateTable('points_account')
    .set((eb) => ({ stamps: eb('stamps', '-', given * limit) }))
    .where('customer_id', '=', filled.customerId)
    .execute();
}

/** Read out at a counter: without signs that are taken for one another. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const newSerialNumber = (): string => `SC${Array.from({ length: 10 }, () => SIGNS[randomInt(SIGNS.length)]).join('')}`;
