import { couponProblems } from '#domains/coupons/contract/problems.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sliceOf } from '#platform/records/server/serve-records.ts';
import { COUPON_CODES, COUPONS, CUSTOMER_COUPONS } from '../contract/addresses.ts';
import { couponCodes } from '../contract/coupon-codes.ts';
import { coupons as couponKind, SEND_PERMISSION } from '../contract/coupons.ts';
import { customerCoupons } from '../contract/customer-coupons.ts';
import { couponEndpoints } from '../contract/endpoints.ts';
import { rehearseEndpoint } from '../contract/rehearsal.ts';
import { storefrontCouponEndpoints } from '../contract/storefront-endpoints.ts';
import { checkCustomCode, generateCodes } from './batch-codes.ts';
import { codeList, customerCouponList, voidCodes } from './code-list.ts';
import { couponSubscriptions } from './coupon-events.ts';
import { couponRecords } from './coupon-records.ts';
import { rehearse } from './rehearse.ts';
import { listSends, previewSend, sendCoupon, sendCouponJob } from './send-codes.ts';
import { claimCoupon, couponsOfCustomer, offeredCoupon } from './storefront-coupons.ts';
import { couponUsage } from './usage.ts';

const hidden = (page: string, path: string, key: string) => ({
  ...{ page: `coupons/${page}`, under: 'marketing', path: `${COUPONS}/${path}` },
  ...{ title: { namespace: 'coupons', key }, needs: couponKind.permission('view'), hidden: true },
});

export const coupons: ServerSlice = sliceOf(
  {
    name: 'coupons',
    about: 'Coupons: what they take off, their codes, who was given one, and what orders did with them.',
    problems: couponProblems,
    permissions: { [SEND_PERMISSION]: { namespace: 'coupons', key: 'kind.may.send' } },
    menu: [
      {
        ...{ group: 'marketing', title: { namespace: 'coupons', key: 'kind.menu' }, path: '/marketing' },
        ...{ redirect: COUPONS, icon: 'coupon', sort: 55 },
      },
      { page: 'coupons/list', kind: couponKind, under: 'marketing', path: COUPONS, icon: 'coupon', sort: 56 },
      { ...hidden('detail', 'detail/:id', 'kind.page'), sort: 57 },
      { ...hidden('form', 'form/:id?', 'kind.form'), sort: 58 },
      { page: 'coupons/codes', kind: couponCodes, under: 'marketing', path: COUPON_CODES, icon: 'list', sort: 59 },
      {
        ...{ page: 'coupons/customers', kind: customerCoupons, under: 'customers', path: CUSTOMER_COUPONS },
        ...{ icon: 'coupon', sort: 54 },
      },
    ],
    routes: [
      route(couponEndpoints.checkCustomCode, checkCustomCode),
      route(couponEndpoints.generateCodes, generateCodes),
      route(couponEndpoints.usage, couponUsage),
      route(couponEndpoints.previewSend, previewSend),
      route(couponEndpoints.send, sendCoupon),
      route(couponEndpoints.sends, listSends),
      route(couponEndpoints.voidCodes, voidCodes),
      route(rehearseEndpoint, rehearse),
      route(storefrontCouponEndpoints.coupon, offeredCoupon),
      route(storefrontCouponEndpoints.claim, claimCoupon),
      route(storefrontCouponEndpoints.ofCustomer, couponsOfCustomer),
    ],
    jobs: [sendCouponJob],
    subscriptions: couponSubscriptions,
  },
  couponRecords,
  codeList,
  customerCouponList,
);

export { maskedCode } from './code-list.ts';
export { couponHappenings } from './coupon-happenings.ts';
export { type IssueAnswer, type IssuedCode, type IssueRefusal, type IssueRequest, issueCodes } from './issue-codes.ts';
export { findOrderCoupon, holdCoupon, type OrderCoupon } from './order-coupons.ts';
export { withdrawCode } from './withdraw-code.ts';
