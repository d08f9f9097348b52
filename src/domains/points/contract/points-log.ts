import { customers } from '#domains/customers/contract/customers.ts';
import { spots } from '#domains/spots/contract/spots.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { choice, instant, integer, reference, text } from '#platform/records/contract/fields.ts';
import { CHANGE_TYPES, MOST_POINTS } from './points.ts';

/** Every change of a balance; nobody changes one (domain 3, settled 136). */
export const pointsLog = defineList({
  name: 'pointsChange',
  namespace: 'points-log',
  rightsOf: 'point',
  calls: domainCalls('/PointsForGoods/api', { page: 'pointsLog', one: 'pointsLogOne', export: 'pointsLogExport' }),
  time: 'madeAt',
  label: 'customerId',
  fields: {
    madeAt: instant({ required: true, sort: true }),
    customerId: reference(customers, { required: true }),
    type: choice(CHANGE_TYPES, 'points_change_type', { required: true, sort: true }),
    points: integer(-MOST_POINTS, MOST_POINTS, { required: true, sort: true }),
    balanceAfter: integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, { required: true }),
    orderNo: text(64, { search: true }),
    reason: text(200, { search: true, columnZh: 'reason_zh' }),
    spotId: reference(spots),
    madeBy: text(200, { search: true }),
  },
});
export type ListedPointsChange = ListedOf<typeof pointsLog>;
