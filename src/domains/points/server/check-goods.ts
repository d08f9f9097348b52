import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { PointsGoods } from '../contract/points-goods.ts';
import type { PointsProblem } from '../contract/problems.ts';
import { type CouponRefusal, couponRefusal } from './coupon-refusal.ts';

type Goods = Pick<PointsGoods, 'stock' | 'couponId' | 'status'>;

interface Saved {
  readonly id: string;
  readonly draft: Goods;
  readonly before: Goods | undefined;
}

/** Refuses goods of which fewer are in stock than were redeemed, and goods that nobody could redeem. */
export async function checkGoods(tx: Transaction, { id, draft, before }: Saved): Promise<void> {
  if (draft.stock !== null && draft.stock < (await redeemedOf(tx, id)))
    raise('request.malformed', {}, { faults: [{ path: 'stock', code: 'points.stock-below-redeemed' }] });
  // off sale they may keep the coupon that they had
  if (draft.status === 0 && draft.couponId === before?.couponId) return;
  const refusal = await refusalOf(tx, draft.couponId);
  if (refusal === '') return;
  const code = `points.coupon-${refusal}` satisfies PointsProblem;
  raise(code, {}, { faults: [{ path: 'couponId', code }] });
}

async function redeemedOf(tx: Transaction, id: string): Promise<number> {
  const row = await tx.db.selectFrom('points_goods').select('redeemed').where('id', '=', id).executeTakeFirst();
  return row?.redeemed ?? 0;
}

async function refusalOf(tx: Transaction, couponId: string): Promise<CouponRefusal | ''> {
  const row = await tx.db
    .selectFrom('coupon')
    .select(couponRefusal(tx.now()).as('refusal'))
    .where('id', '=', couponId)
    .executeTakeFirst();
  return row?.refusal ?? 'deleted';
}
