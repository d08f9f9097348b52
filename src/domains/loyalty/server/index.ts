import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { LOYALTY, loyaltyEndpoints } from '../contract/endpoints.ts';
import { loyaltyProblems } from '../contract/problems.ts';
import { loyaltyFigures } from './figures.ts';

export const loyaltySlice: ServerSlice = {
  name: 'loyalty',
  about: 'What coupons cost and what points were earned and spent, by day: figures of coupons and points together.',
  documentedWith: 'coupons',
  problems: loyaltyProblems,
  routes: [route(loyaltyEndpoints.figures, loyaltyFigures)],
  menu: [
    {
      ...{ page: 'loyalty/figures', under: 'marketing', path: LOYALTY, needs: 'coupon:view', icon: 'chart', sort: 60 },
      title: { namespace: 'loyalty', key: 'title' },
    },
  ],
};
