import { sql } from 'kysely';
import { SEND_PERMISSION } from '#domains/coupons/contract/coupons.ts';
import { maskedCode } from '#domains/coupons/server/index.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { bySpot } from '#platform/records/server/by-spot.ts';
import { serveList, serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { COLLECTION_POINTS, POINTS_LOG, POINTS_MALL, REDEMPTIONS } from '../contract/addresses.ts';
import { collectionPoints } from '../contract/collection-points.ts';
import { ADJUST_PERMISSION, pointsEndpoints } from '../contract/endpoints.ts';
import { pointsGoods } from '../contract/points-goods.ts';
import { pointsLog } from '../contract/points-log.ts';
import { pointsProblems } from '../contract/problems.ts';
import { redemptions } from '../contract/redemptions.ts';
import { storefrontPointsEndpoints } from '../contract/storefront-endpoints.ts';
import { addUserPoints } from './adjust.ts';
import { checkBalances } from './check-balances.ts';
import { checkGoods } from './check-goods.ts';
import { refusalOfGoods } from './coupon-refusal.ts';
import { getPoints, getUserPoints } from './customer-points.ts';
import { pointsSubscriptions } from './earn.ts';
import { readCouponList, readMall, readRedemptions } from './mall.ts';
import { redeem } from './redeem.ts';
import { reverseRedemption } from './reverse-redemption.ts';

export { earnPoints, type Sale, takeBackPoints } from './earn.ts';
export { type NewChange, post as postPoints } from './ledger.ts';
export { pointsHappenings, pointsOfOrder } from './points-happenings.ts';
export { redeemFor } from './redeem.ts';

const goods = serveRecords(pointsGoods, {
  computed: { redeemed: sql`record.redeemed`, couponRefusal: refusalOfGoods },
  beforeSave: checkGoods,
  inUseBy: [{ table: 'points_redemption', column: 'goods_id', namespace: 'redemptions' }],
  examples: { title: 'Free espresso', titleZh: '免费浓缩', points: '120', stock: '100', sort: '10' },
});

/** Whoever reads a code can use it. */
const CODES = { permission: SEND_PERMISSION, fields: { code: maskedCode } };
const may = (key: string) => ({ namespace: 'points-goods', key: `kind.may.${key}` });

export const pointsSlice: ServerSlice = sliceOf(
  {
    name: 'points',
    about: 'Points of customers: a ledger in double entry, what earns them, the mall, redemptions and stamp cards.',
    problems: pointsProblems,
    permissions: {
      'point:view': may('view'),
      'point:add': may('add'),
      'point:edit': may('edit'),
      'point:delete': may('delete'),
      [ADJUST_PERMISSION]: may('adjust'),
    },
    subscriptions: pointsSubscriptions,
    schedules: [checkBalances],
    routes: [
      route(pointsEndpoints.addUserPoints, addUserPoints),
      route(pointsEndpoints.getUserPoints, getUserPoints),
      route(pointsEndpoints.couponList, readCouponList),
      route(pointsEndpoints.reverseRedemption, reverseRedemption),
      route(storefrontPointsEndpoints.points, getPoints),
      route(storefrontPointsEndpoints.goods, readMall),
      route(storefrontPointsEndpoints.redeem, redeem),
      route(storefrontPointsEndpoints.redemptions, readRedemptions),
    ],
    // entries whose names begin with "points" are hidden where the tenant closed points (domain 9)
    menu: [
      { page: 'points/mall', kind: pointsGoods, under: 'marketing', path: POINTS_MALL, icon: 'bookmark', sort: 65 },
      { page: 'points/redemptions', kind: redemptions, under: 'marketing', path: REDEMPTIONS, icon: 'check', sort: 66 },
      { page: 'points/log', kind: pointsLog, under: 'marketing', path: POINTS_LOG, icon: 'list', sort: 67 },
      {
        ...{ page: 'points/collection', kind: collectionPoints, under: 'marketing', path: COLLECTION_POINTS },
        ...{ icon: 'table', sort: 68 },
      },
    ],
  },
  goods,
  serveList(redemptions, { visible: bySpot('spotId'), masked: CODES }),
  serveList(pointsLog, { visible: bySpot('spotId') }),
  serveList(collectionPoints, { visible: bySpot('spotId'), masked: CODES }),
);
