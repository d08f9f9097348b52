import { sql } from 'kysely';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { couponCodes } from '../contract/coupon-codes.ts';
import { coupons } from '../contract/coupons.ts';

/**
 * Ends a code whose gift is taken back, such as a redemption out of the points mall; false where an order holds or has used it,
 * or it counts no more already.
 */
export async function withdrawCode(tx: Transaction, id: string, reason: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update coupon_code set voided_at = ${tx.now()}, voided_by = ${tx.actor.name}, void_reason = ${reason}
     where tenant_id = ${tx.tenantId}::bigint and id = ${id}::uuid and voided_at is null and held = 0 and uses = 0`.execute(
    tx.db,
  );
  await tx.live({ kind: couponCodes.name, id, permission: coupons.permission('view') });
  return numAffectedRows === 1n;
}
