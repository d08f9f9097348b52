import { coupons } from '#domains/coupons/contract/coupons.ts';
import { customers } from '#domains/customers/contract/customers.ts';
import { spots } from '#domains/spots/contract/spots.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { choice, flag, instant, integer, reference, text } from '#platform/records/contract/fields.ts';
import { MOST_POINTS, REDEMPTION_STATES } from './points.ts';

/** What customers took out of the points mall. */
export const redemptions = defineList({
  name: 'pointsRedemption',
  namespace: 'redemptions',
  rightsOf: 'point',
  table: 'listed_points_redemption',
  calls: domainCalls('/PointsForGoods/api', { page: 'redeemPage', one: 'redeemOne', export: 'redeemExport' }),
  time: 'redeemedAt',
  label: 'title',
  fields: {
    redeemedAt: instant({ required: true, sort: true }),
    customerId: reference(customers, { required: true }),
    /** As it was offered. */
    title: text(100, { search: true, sort: true }),
    titleZh: text(100, { search: true }),
    points: integer(1, MOST_POINTS, { required: true, sort: true }),
    couponId: reference(coupons, { required: true }),
    code: text(20, { search: true }),
    codeUsed: flag(false, { sort: false }),
    state: choice(REDEMPTION_STATES, 'redemption_state', { required: true, sort: true }),
    spotId: reference(spots),
    reversedAt: instant(),
  },
});
export type ListedRedemption = ListedOf<typeof redemptions>;
