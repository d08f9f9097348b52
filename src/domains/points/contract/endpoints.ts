import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant, IntField, Text } from '#platform/http/contract/fields.ts';
import { CHANGE_TYPES, MOST_POINTS } from './points.ts';
import { pointsGoods } from './points-goods.ts';

const account = '/account/accountInfoModel';
export const ADJUST_PERMISSION = 'point:adjust';

/** The last changes of a customer, the newest first. */
export const PointsChange = z.strictObject({
  id: z.string(),
  type: z.literal(CHANGE_TYPES),
  points: z.int(),
  balanceAfter: z.int(),
  orderNo: z.string(),
  reason: z.string(),
  madeAt: Instant,
});
export type PointsChange = z.infer<typeof PointsChange>;

export const CustomerPoints = z.strictObject({
  /** The customer's id; clients of before send and read it as `userId`. */
  userId: z.string(),
  /** Below zero only after a refund of what was spent already. */
  points: z.int(),
  /** Of the stamp card; null where the tenant has none. */
  stampCard: z.strictObject({ limit: z.int(), stamps: z.int(), url: z.string() }).nullable(),
  changes: z.array(PointsChange),
});
export type CustomerPoints = z.infer<typeof CustomerPoints>;

export const AddPointsRequest = z.strictObject({
  userId: Id,
  /** Above zero is added, below zero deducted (settled 114). */
  points: IntField(-MOST_POINTS, MOST_POINTS),
  reason: Text(200, 1),
});
export type AddPointsRequest = z.infer<typeof AddPointsRequest>;

export const ReverseRedemptionRequest = z.strictObject({ id: Id, reason: Text(200, 1) });
export type ReverseRedemptionRequest = z.infer<typeof ReverseRedemptionRequest>;

export const pointsEndpoints = {
  addUserPoints: endpoint({
    method: 'POST',
    path: `${account}/addUserPoints`,
    permission: ADJUST_PERMISSION,
    request: AddPointsRequest,
    response: CustomerPoints,
    summary: 'Add points to a customer, or deduct them with a number below zero; the reason is kept in the log',
  }),
  getUserPoints: endpoint({
    method: 'GET',
    path: `${account}/getUserPoints`,
    permission: pointsGoods.permission('view'),
    effect: 'read',
    request: z.strictObject({ userId: Id }),
    response: CustomerPoints,
    summary: 'Points of a customer, his stamp card and the last changes',
  }),
  couponList: endpoint({
    method: 'GET',
    path: `${pointsGoods.calls.base}/couponList`,
    permission: pointsGoods.permission('view'),
    effect: 'read',
    request: z.strictObject({ keyword: Text(100).optional() }),
    response: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    summary: 'Coupons that goods of the points mall can be: switched on and not ended',
  }),
  reverseRedemption: endpoint({
    method: 'POST',
    path: `${pointsGoods.calls.base}/reverseRedemption`,
    permission: ADJUST_PERMISSION,
    request: ReverseRedemptionRequest,
    response: z.strictObject({ id: z.string(), points: z.int() }),
    summary: 'Take a redemption back: the points return, and its coupon is void; refused where the coupon was used',
  }),
};
