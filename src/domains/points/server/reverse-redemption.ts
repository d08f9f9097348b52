import { sql } from 'kysely';
import { withdrawCode } from '#domains/coupons/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { ReverseRedemptionRequest } from '../contract/endpoints.ts';
import { PointsChangeType, RedemptionState } from '../contract/points.ts';
import { pointsGoods } from '../contract/points-goods.ts';
import { redemptions } from '../contract/redemptions.ts';
import { post } from './ledger.ts';
import { seenBySpot } from './seen-by-spot.ts';

/** The points come back under the redemption's own id, once, and its coupon counts no more (practice 7.3). */
export function reverseRedemption(
  context: RequestContext,
  { id, reason }: ReverseRedemptionRequest,
): Promise<{ id: string; points: number }> {
  if (!isUuid(id)) raise('points.unknown-redemption');
  return context.transaction(async (tx) => {
    const row =
      (await tx.db
        .selectFrom('points_redemption')
        .select(['id', 'customer_id', 'goods_id', 'points', 'code_id', 'spot_id', 'state'])
        .where('id', '=', id)
        .where(seenBySpot(tx.actor))
        .executeTakeFirst()) ?? raise('points.unknown-redemption');
    if (!(await turn(tx, id))) raise('points.already-reversed');
    if (!(await withdrawCode(tx, row.code_id, reason))) raise('points.code-used');
    const posted = await post(tx, {
      ...{ customerId: row.customer_id, type: PointsChangeType.added, source: id, points: row.points, reason },
      ...{ cause: 'redemption-reversed', spotId: row.spot_id },
    });
    if (!posted) raise('points.already-reversed');
    await tx.db
      .updateTable('points_goods')
      .set({ redeemed: sql`greatest(0, redeemed - 1)` })
      .where('id', '=', row.goods_id)
      .execute();
    await tx.audit({
      ...{ action: 'point:reverse-redemption', objectKind: redemptions.name, objectId: id, reason },
      after: { customerId: row.customer_id, points: row.points },
    });
    await tx.live({ kind: redemptions.name, id, spotId: row.spot_id });
    await tx.live({ kind: pointsGoods.name, id: row.goods_id });
    return { id, points: row.points };
  });
}

/** Of two at once one does it. */
async function turn(tx: Transaction, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('points_redemption')
    .set({ state: RedemptionState.reversed, reversed_at: tx.now() })
    .where('id', '=', id)
    .where('state', '=', RedemptionState.redeemed)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
