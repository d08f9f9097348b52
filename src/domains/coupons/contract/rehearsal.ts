import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, IntField, Minor } from '#platform/http/contract/fields.ts';
import { CouponValue } from './coupon.ts';
import { coupons, UNLIMITED } from './coupons.ts';

export const REHEARSED_DAYS = 90;
/** Of those days the newest: each is priced again. */
export const MOST_REHEARSED = 20_000;

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'fault.format');

/** A coupon that nobody has kept yet: what it is worth, and what bounds its use. */
export const DrawnCoupon = z.strictObject({
  value: CouponValue,
  dailyRanges: z.array(z.strictObject({ from: Clock, to: Clock })).max(10),
  /** null: all spots. */
  spotIds: z.array(Id).max(1_000).nullable(),
  /** Uses of all codes together; null: no limit. */
  mostUses: IntField(1).nullable(),
  perUserLimit: IntField(1).nullable(),
  budgetMinor: IntField(1).nullable(),
});
export type DrawnCoupon = z.infer<typeof DrawnCoupon>;

const uses = { uses: z.int(), costMinor: Minor };
export const Rehearsal = z.strictObject({
  /** Paid orders that were looked at, and what their items cost. */
  orders: z.int(),
  subtotalMinor: Minor,
  ...uses,
  spots: z.array(z.strictObject({ spotId: z.string(), spotName: z.string(), ...uses })),
  /** Of the tenant's clock, 0 to 23. */
  hours: z.array(z.strictObject({ hour: z.int(), ...uses })),
  /** The day on which the money or the codes would have run out. */
  endsOn: z.string().nullable(),
  endsBy: z.enum(['uses', 'budget']).nullable(),
  /** Orders of which nobody knows any more what their price was made of. */
  unknown: z.int(),
  isCut: z.boolean(),
});
export type Rehearsal = z.infer<typeof Rehearsal>;

/** As many uses as a coupon with so many codes has. */
export const mostUsesOf = ({ maxTotal, maxUses }: { readonly maxTotal: number; readonly maxUses: number }) =>
  maxUses === UNLIMITED ? null : maxTotal * maxUses;

export const rehearseEndpoint = endpoint({
  method: 'POST',
  alsoMethods: [],
  permission: coupons.permission('add'),
  effect: 'read',
  path: `${coupons.calls.base}/rehearse`,
  request: DrawnCoupon,
  response: Rehearsal,
  summary: 'What a coupon would have cost: the paid orders of the last 90 days are priced again with it',
});
