import { customers } from '#domains/customers/contract/customers.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { amount, choice, flag, instant, integer, reference, text } from '#platform/records/contract/fields.ts';
import { coupons, SEND_PERMISSION } from './coupons.ts';

/** How a code came to be handed out. */
export const CODE_ORIGINS = ['claim', 'sent', 'rule', 'points', 'stamps', 'batch', 'custom'] as const;

/** Codes of coupons (domain 3): whose they are, and what was done with them. One that an order holds is not used yet. */
export const couponCodes = defineList({
  name: 'couponCode',
  namespace: 'coupon-codes',
  calls: domainCalls('/couponModel/api'),
  rightsOf: 'coupon',
  exportNeeds: SEND_PERMISSION,
  notFound: 'coupon.code-not-found',
  time: 'issuedAt',
  label: 'code',
  fields: {
    code: text(32, { search: true }),
    couponId: reference(coupons),
    customerId: reference(customers),
    status: choice([0, 1], 'coupon_code_status', { required: true }),
    origin: choice(CODE_ORIGINS, 'coupon_code_origin', { required: true }),
    issuedAt: instant({ required: true, sort: true }),
    usedAt: instant(),
    orderNo: text(40, { search: true }),
    paymentSerialNo: text(64, { search: true }),
    uses: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
    maxUses: integer(-1, Number.MAX_SAFE_INTEGER, { required: true }),
    voidedAt: instant(),
    voidedBy: text(100),
    voidReason: text(200),
  },
  computed: {
    isVoid: flag(false),
    /** Taken off paid orders that were not given back. */
    costMinor: amount({ required: true }),
  },
});
export type CouponCode = ListedOf<typeof couponCodes>;
