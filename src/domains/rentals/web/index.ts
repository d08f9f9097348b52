import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { RENTAL_REFUNDS, RENTALS } from '../contract/addresses.ts';

export const rentalsWeb: WebSlice = {
  name: 'rentals',
  pages: {
    'rentals/list': lazyPage(() => import('./rental-list-page.tsx')),
    'rentals/detail': lazyPage(() => import('./rental-detail-page.tsx')),
    'rentals/refunds': lazyPage(() => import('./rental-refund-list-page.tsx')),
  },
  lists: { 'rentals.list': RENTALS, 'rental-refunds.list': RENTAL_REFUNDS },
};
