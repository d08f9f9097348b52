import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { FEE_PLANS } from '../contract/addresses.ts';

export const feePlansWeb: WebSlice = {
  name: 'fee-plans',
  pages: {
    'fee-plans/list': lazyPage(() => import('./fee-plan-list-page.tsx')),
    'fee-plans/detail': lazyPage(() => import('./fee-plan-detail-page.tsx')),
    'fee-plans/form': lazyPage(() => import('./fee-plan-form-page.tsx')),
  },
  lists: { 'fee-plans.list': FEE_PLANS },
};
