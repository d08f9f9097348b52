import { coupons } from '#domains/coupons/contract/coupons.ts';
import { customers } from '#domains/customers/contract/customers.ts';
import { spots } from '#domains/spots/contract/spots.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList } from '#platform/records/contract/define-records.ts';
import { flag, instant, integer, reference, text } from '#platform/records/contract/fields.ts';
import { MOST_POINTS } from './points.ts';

/** Coupons of full stamp cards, and which of them were used (domain 3, settled 146). */
export const collectionPoints = defineList({
  name: 'collectionPoint',
  namespace: 'collection-points',
  rightsOf: 'point',
  table: 'listed_collection_point',
  calls: domainCalls('/PointsForGoods/api', {
    page: 'collectionPoints',
    one: 'collectionPointsOne',
    export: 'collectionPointsExport',
  }),
  time: 'issuedAt',
  label: 'serialNumber',
  fields: {
    serialNumber: text(20, { search: true }),
    customerId: reference(customers, { required: true }),
    stampLimit: integer(1, MOST_POINTS, { required: true }),
    couponId: reference(coupons, { required: true }),
    code: text(20, { search: true }),
    /** The coupon was used. */
    redeemed: flag(false, { sort: false }),
    usedAt: instant({ sort: true }),
    orderNo: text(64, { search: true }),
    spotId: reference(spots),
    issuedAt: instant({ required: true, sort: true }),
  },
});
