import { CONTACT_PERMISSION, customers } from '#domains/customers/contract/customers.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList } from '#platform/records/contract/define-records.ts';
import { amount, choice, flag, instant, integer, reference, text } from '#platform/records/contract/fields.ts';
import { CODE_ORIGINS } from './coupon-codes.ts';
import { coupons } from './coupons.ts';

/** Coupons by the people who have them (domain 2): codes that belong to somebody. */
export const customerCoupons = defineList({
  name: 'customerCoupon',
  namespace: 'customer-coupons',
  calls: domainCalls('/account/accountInfoModel', {
    page: 'userCoupons',
    one: 'userCoupon',
    export: 'userCouponsExport',
  }),
  rightsOf: 'appUser',
  exportNeeds: CONTACT_PERMISSION,
  notFound: 'coupon.code-not-found',
  table: 'coupon_code',
  time: 'issuedAt',
  label: 'code',
  fields: {
    customerId: reference(customers),
    couponId: reference(coupons),
    code: text(32, { search: true }),
    status: choice([0, 1], 'coupon_code_status', { required: true }),
    origin: choice(CODE_ORIGINS, 'coupon_code_origin', { required: true }),
    issuedAt: instant({ required: true, sort: true }),
    usedAt: instant(),
    orderNo: text(40, { search: true }),
    uses: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
  },
  computed: { isVoid: flag(false), endsAt: instant(), costMinor: amount({ required: true }) },
});
