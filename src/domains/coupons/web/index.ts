import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { COUPON_CODES, COUPONS, CUSTOMER_COUPONS } from '../contract/addresses.ts';

export const couponsWeb: WebSlice = {
  name: 'coupons',
  pages: {
    'coupons/list': lazyPage(() => import('./coupon-list-page.tsx')),
    'coupons/detail': lazyPage(() => import('./coupon-detail-page.tsx')),
    'coupons/form': lazyPage(() => import('./coupon-form-page.tsx')),
    'coupons/codes': lazyPage(() => import('./code-list-page.tsx')),
    'coupons/customers': lazyPage(() => import('./customer-coupon-page.tsx')),
  },
  parts: [
    {
      ...{ of: 'customer', key: 'coupons', sort: 20, permission: 'app-user:view' },
      Component: lazyAgain(() => import('./coupons-of-customer.tsx')),
    },
  ],
  lists: { 'coupons.list': COUPONS, 'coupon-codes.list': COUPON_CODES, 'customer-coupons.list': CUSTOMER_COUPONS },
};
