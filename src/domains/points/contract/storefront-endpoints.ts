import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant, IntField, Text } from '#platform/http/contract/fields.ts';
import { PointsChange } from './endpoints.ts';
import { REDEMPTION_STATES } from './points.ts';

const storefront = { auth: 'storefront', permission: null } as const;
/** The client's own word for its customer. */
const CustomerWord = Text(64, 1);
const MOST_SHOWN = 100;

export const StorefrontPoints = z.strictObject({
  points: z.int(),
  stampCard: z.strictObject({ limit: z.int(), stamps: z.int(), url: z.string() }).nullable(),
  changes: z.array(PointsChange),
});
export type StorefrontPoints = z.infer<typeof StorefrontPoints>;

export const StorefrontGoods = z.strictObject({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  image: z.string(),
  points: z.int(),
  /** What is left; null is no limit. */
  left: z.int().nullable(),
});
export type StorefrontGoods = z.infer<typeof StorefrontGoods>;

export const Redemption = z.strictObject({
  id: z.string(),
  goodsId: z.string(),
  title: z.string(),
  points: z.int(),
  couponId: z.string(),
  code: z.string(),
  /** 1 redeemed, 2 taken back. */
  state: z.literal(REDEMPTION_STATES),
  redeemedAt: Instant,
});
export type Redemption = z.infer<typeof Redemption>;

const OfCustomer = z.strictObject({ customerId: CustomerWord, pageSize: IntField(1, MOST_SHOWN).default(20) });
export type OfCustomer = z.infer<typeof OfCustomer>;
export const RedeemRequest = z.strictObject({ customerId: CustomerWord, goodsId: Id });
export type RedeemRequest = z.infer<typeof RedeemRequest>;

/** What an app or a mini-program needs for points (settled 108); all of it is refused where the tenant closed them. */
export const storefrontPointsEndpoints = {
  points: endpoint({
    ...storefront,
    method: 'GET',
    path: '/storefront/v1/customers/:customerId/points',
    request: OfCustomer,
    response: StorefrontPoints,
    summary: 'Points of a customer, his stamp card and the last changes',
  }),
  goods: endpoint({
    ...storefront,
    method: 'GET',
    path: '/storefront/v1/pointsGoods',
    request: z.strictObject({}),
    response: z.array(StorefrontGoods),
    summary: 'What the points mall offers now',
  }),
  redeem: endpoint({
    ...storefront,
    method: 'POST',
    path: '/storefront/v1/redemptions',
    idempotencyKey: 'required',
    inOneTransaction: true,
    request: RedeemRequest,
    response: z.strictObject({ ...Redemption.shape, balance: z.int() }),
    summary: 'Redeems points for goods of the mall; the coupon is issued with it',
  }),
  redemptions: endpoint({
    ...storefront,
    method: 'GET',
    path: '/storefront/v1/customers/:customerId/redemptions',
    request: OfCustomer,
    response: z.array(Redemption),
    summary: 'What a customer has redeemed, the newest first',
  }),
};
