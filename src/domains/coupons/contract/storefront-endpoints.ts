import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant, Minor, Text } from '#platform/http/contract/fields.ts';

const storefront = { auth: 'storefront', permission: null } as const;

/** What a customer sees of a coupon. */
export const OfferedCoupon = z.strictObject({
  id: z.string(),
  title: z.string(),
  type: z.int(),
  rate: z.int().nullable(),
  valueMinor: Minor.nullable(),
  targetMinor: Minor.nullable(),
  currency: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  dailyRanges: z.array(z.strictObject({ from: z.string(), to: z.string() })),
  /** null: all of them. */
  spotIds: z.array(z.string()).nullable(),
  claimable: z.boolean(),
  /** Codes that can still be claimed. */
  left: z.int(),
});
export type OfferedCoupon = z.infer<typeof OfferedCoupon>;

export const CustomerCoupon = z.strictObject({
  codeId: z.string(),
  code: z.string(),
  /** Held by an order that is not paid yet, used up, withdrawn, or over. */
  state: z.enum(['usable', 'later', 'held', 'used', 'void', 'ended']),
  issuedAt: Instant,
  usedAt: Instant.nullable(),
  orderNo: z.string().nullable(),
  coupon: OfferedCoupon,
});
export type CustomerCoupon = z.infer<typeof CustomerCoupon>;

/** The client's own word for its customer. */
const Customer = Text(64, 1);

export const ClaimRequest = z.strictObject({ couponId: Id, customerId: Customer });
export type ClaimRequest = z.infer<typeof ClaimRequest>;

/** Calls of a kiosk, an app or a mini-program about coupons (settled 103, 108). */
export const storefrontCouponEndpoints = {
  coupon: endpoint({
    ...storefront,
    method: 'GET',
    path: '/storefront/v1/coupons/:couponId',
    request: z.strictObject({ couponId: Id }),
    response: OfferedCoupon,
    summary: 'A coupon that customers can claim, such as one whose QR code was scanned',
  }),
  claim: endpoint({
    ...storefront,
    method: 'POST',
    path: '/storefront/v1/coupons/:couponId/claims',
    request: ClaimRequest,
    response: CustomerCoupon,
    summary: 'A customer claims a code of a coupon: one in each period of its claim frequency',
  }),
  ofCustomer: endpoint({
    ...storefront,
    method: 'GET',
    path: '/storefront/v1/customers/:customerId/coupons',
    request: z.strictObject({ customerId: Customer }),
    response: z.array(CustomerCoupon),
    summary: 'Coupons of a customer: the newest 100 codes, with what can be done with each',
  }),
};
