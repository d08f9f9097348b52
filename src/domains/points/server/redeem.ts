import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { PointsChangeType, RedemptionState } from '../contract/points.ts';
import { pointsGoods } from '../contract/points-goods.ts';
import type { PointsProblem } from '../contract/problems.ts';
import { redemptions } from '../contract/redemptions.ts';
import type { RedeemRequest, Redemption } from '../contract/storefront-endpoints.ts';
import { refusalOf } from '../rules/goods-offer.ts';
import { customerOfClient } from './customer-of-client.ts';
import { issueCoupon } from './issue-coupon.ts';
import { post } from './ledger.ts';
import { insistOnPoints } from './settings.ts';

/**
 * Points for goods, all or nothing (practice 7.3): the balance falls in one statement that finds it sufficient, which also makes
 * the customer's next redemption wait; then the stock, then the coupon. Goods that are gone are refused before points move.
 */
export function redeem(context: RequestContext, request: RedeemRequest): Promise<Redemption & { balance: number }> {
  return context.transaction(async (tx) => {
    await insistOnPoints(tx.db);
    const customerId = await customerOfClient(tx.db, tx.actor, request.customerId);
    const { row, balance } = await redeemFor(tx, { customerId, goodsId: request.goodsId });
    return { ...shown(row, context.language), balance };
  });
}

/** The same for a customer who is known. */
export async function redeemFor(
  tx: Transaction,
  { customerId, goodsId }: { readonly customerId: string; readonly goodsId: string },
): Promise<{ row: RedemptionRow; balance: number }> {
  const goods = (await findGoods(tx.db, goodsId)) ?? raise('points.unknown-goods');
  refuse(refusalOf(goods, await timesRedeemed(tx.db, goods.id, customerId)));

  const id = newId();
  const spotId = tx.actor.storefront?.spotId ?? null;
  const posted =
    (await post(tx, {
      ...{ customerId, type: PointsChangeType.spent, source: id, points: -goods.points, spotId },
      ...{ reason: goods.title, reasonZh: goods.titleZh },
    })) ?? raise('points.not-enough');
  // the same customer may have redeemed it meanwhile: from here on he waits for this one
  refuse(refusalOf(goods, await timesRedeemed(tx.db, goods.id, customerId)));
  if (!(await takeOne(tx, goods.id))) raise('points.sold-out');
  const issued = await issueCoupon(tx, { couponId: goods.couponId, customerId, origin: 'points', source: id });
  if (typeof issued === 'string') raise('points.coupon-not-issued');

  const row = {
    ...{ id, customer_id: customerId, goods_id: goods.id, title: goods.title, title_zh: goods.titleZh },
    ...{ points: goods.points, coupon_id: goods.couponId, code_id: issued.codeId, code: issued.code },
    ...{ spot_id: spotId, redeemed_at: tx.now(), state: RedemptionState.redeemed },
  };
  await tx.db.insertInto('points_redemption').values(row).execute();
  await tx.live({ kind: redemptions.name, id, spotId });
  return { row, balance: posted.balance };
}

const refuse = (refusal: ReturnType<typeof refusalOf>): void => {
  if (refusal) raise(`points.${refusal}` satisfies PointsProblem);
};

async function findGoods(db: TenantDb, id: string) {
  if (!isUuid(id)) return undefined;
  const row = await db
    .selectFrom('points_goods')
    .select(['id', 'title', 'title_zh as titleZh', 'points', 'stock', 'per_customer as perCustomer', 'redeemed'])
    .select(['coupon_id as couponId', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, isOnSale: row.status === 1 };
}

async function timesRedeemed(db: TenantDb, goodsId: string, customerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('points_redemption')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('goods_id', '=', goodsId)
    .where('customer_id', '=', customerId)
    .where('state', '=', RedemptionState.redeemed)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** One statement: of two at once, one gets the last (security 8.3). */
async function takeOne(tx: Transaction, goodsId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('points_goods')
    .set((eb) => ({ redeemed: eb('redeemed', '+', 1) }))
    .where('id', '=', goodsId)
    .where('status', '=', 1)
    .where((eb) => eb.or([eb('stock', 'is', null), eb('redeemed', '<', sql<number>`stock`)]))
    .executeTakeFirstOrThrow();
  await tx.live({ kind: pointsGoods.name, id: goodsId });
  return numUpdatedRows === 1n;
}

interface RedemptionRow {
  readonly id: string;
  readonly goods_id: string;
  readonly title: string;
  readonly title_zh: string;
  readonly points: number;
  readonly coupon_id: string;
  readonly code: string;
  readonly state: number;
  readonly redeemed_at: Date;
}

export function shown(row: RedemptionRow, language: Language): Redemption {
  return {
    id: row.id,
    goodsId: row.goods_id,
    title: localName(language, row.title, row.title_zh),
    points: row.points,
    couponId: row.coupon_id,
    code: row.code,
    state: row.state as Redemption['state'],
    redeemedAt: row.redeemed_at.toISOString(),
  };
}
