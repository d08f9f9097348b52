import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { RENTAL_REFUNDS, RENTAL_REPAIRS, RENTALS } from '../contract/addresses.ts';

export const rentalsWeb: WebSlice = {
  name: 'rentals',
  pages: {
    'rentals/list': lazyPage(() => import('./rental-list-page.tsx')),
    'rentals/detail': lazyPage(() => import('./rental-detail-page.tsx')),
    'rentals/repairs': lazyPage(() => import('./repair-list-page.tsx')),
    'rentals/refunds': lazyPage(() => import('./rental-refund-list-page.tsx')),
  },
  parts: [
    {
      ...{ of: 'customer', key: 'rentals', sort: 15, permission: 'rental:view' },
      Component: lazyAgain(() => import('./customer-rentals.tsx')),
    },
  ],
  lists: { 'rentals.list': RENTALS, 'rental-refunds.list': RENTAL_REFUNDS, 'rental-repairs.list': RENTAL_REPAIRS },
};
