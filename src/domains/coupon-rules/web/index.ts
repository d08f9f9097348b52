import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { SEND_RULES, SEND_RUNS } from '../contract/addresses.ts';

export const couponRulesWeb: WebSlice = {
  name: 'coupon-rules',
  pages: {
    'marketing/send-rules': lazyPage(() => import('./rule-list-page.tsx')),
    'marketing/send-runs': lazyPage(() => import('./run-list-page.tsx')),
  },
  lists: { 'coupon-rules.list': SEND_RULES, 'coupon-runs.list': SEND_RUNS },
};
