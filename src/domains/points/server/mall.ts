import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import type { OfCustomer, Redemption, StorefrontGoods } from '../contract/storefront-endpoints.ts';
import { couponRefusal } from './coupon-refusal.ts';
import { findCustomerOfClient } from './customer-of-client.ts';
import { shown } from './redeem.ts';
import { insistOnPoints } from './settings.ts';

const MOST_GOODS = 200;
const MOST_COUPONS = 100;

/** What is on sale and can be redeemed, higher numbers first; what is out of stock is shown as such. */
export function readMall(context: RequestContext): Promise<StorefrontGoods[]> {
  return context.read(async (db) => {
    await insistOnPoints(db);
    const rows = await db
      .selectFrom('points_goods as goods')
      .innerJoin('coupon', 'coupon.id', 'goods.coupon_id')
      .select(['goods.id', 'goods.title', 'goods.title_zh', 'goods.content', 'goods.content_zh', 'goods.image'])
      .select(['goods.points', 'goods.stock', 'goods.redeemed'])
      .where('goods.status', '=', 1)
      .where(couponRefusal(context.now()), '=', '')
      .orderBy('goods.sort', 'desc')
      .orderBy('goods.created_at', 'desc')
      .orderBy('goods.id')
      .limit(MOST_GOODS)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      title: localName(context.language, row.title, row.title_zh),
      content: localName(context.language, row.content, row.content_zh),
      image: row.image,
      points: row.points,
      left: row.stock === null ? null : Math.max(0, row.stock - row.redeemed),
    }));
  });
}

export function readRedemptions(context: RequestContext, request: OfCustomer): Promise<Redemption[]> {
  return context.read(async (db) => {
    await insistOnPoints(db);
    const customerId = await findCustomerOfClient(db, context.actor, request.customerId);
    if (customerId === undefined) return [];
    const rows = await db
      .selectFrom('points_redemption')
      .select(['id', 'goods_id', 'title', 'title_zh', 'points', 'coupon_id', 'code', 'state', 'redeemed_at'])
      .where('customer_id', '=', customerId)
      .orderBy('redeemed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(request.pageSize)
      .execute();
    return rows.map((row) => shown(row, context.language));
  });
}

/** Coupons that goods can be. */
export function readCouponList(
  context: RequestContext,
  { keyword = '' }: { readonly keyword?: string | undefined },
): Promise<{ id: string; name: string }[]> {
  return context.read(async (db) => {
    const rows = await db
      .selectFrom('coupon')
      .select(['id', 'title', 'title_zh'])
      .where(couponRefusal(context.now()), '=', '')
      .where(sql<boolean>`strpos(lower(title || ' ' || title_zh), lower(${keyword})) > 0`)
      .orderBy('title')
      .orderBy('id')
      .limit(MOST_COUPONS)
      .execute();
    return rows.map((row) => ({ id: row.id, name: localName(context.language, row.title, row.title_zh) }));
  });
}
