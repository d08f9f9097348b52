import { coupons } from '#domains/coupons/contract/coupons.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, integer, picture, reference, richText, text } from '#platform/records/contract/fields.ts';
import { GOODS_TYPES, MOST_POINTS } from './points.ts';

const LONGEST_CONTENT = 20_000;
const MOST_GOODS = 1_000_000;

/** What the points mall offers (domain 3, settled 113). */
export const pointsGoods = defineRecords({
  name: 'pointsGoods',
  namespace: 'points-goods',
  rightsOf: 'point',
  calls: domainCalls('/PointsForGoods/api', { edit: 'update' }),
  switch: 'status',
  labelZh: 'titleZh',
  notFound: 'points.unknown-goods',
  order: { by: 'sort', direction: 'desc' },
  fields: {
    title: text(100, { required: true, unique: true, search: true, sort: true }),
    titleZh: text(100, { search: true }),
    content: richText(LONGEST_CONTENT),
    contentZh: richText(LONGEST_CONTENT),
    image: picture('points-goods'),
    type: choice(GOODS_TYPES, 'points_goods_type', { empty: 1, filter: false }),
    points: integer(1, MOST_POINTS, { required: true, sort: true }),
    couponId: reference(coupons, { required: true }),
    /** How many can be redeemed in all, those of before included. */
    stock: integer(0, MOST_GOODS),
    perCustomer: integer(1, MOST_GOODS),
    /** Higher numbers come first. */
    sort: integer(0, 9_999, { empty: 0, sort: true }),
    status: choice([1, 0], 'valid_status', { empty: 1, sort: true }),
  },
  computed: {
    redeemed: integer(0, Number.MAX_SAFE_INTEGER, { required: true, sort: true }),
    /** Why its coupon cannot be given now: `off`, `ended`, `none-left` or `deleted`; empty where it can. */
    couponRefusal: text(20),
  },
});
export type PointsGoods = RecordOf<typeof pointsGoods>;
