import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { CABINETS_PAGE, UNIT_NOTICES_PAGE, UNITS_PAGE } from '../contract/addresses.ts';

export const cabinetsWeb: WebSlice = {
  name: 'cabinets',
  pages: {
    'cabinets/list': lazyPage(() => import('./cabinet-list-page.tsx')),
    'cabinets/detail': lazyPage(() => import('./cabinet-detail-page.tsx')),
    'cabinets/units': lazyPage(() => import('./unit-list-page.tsx')),
    'cabinets/unit': lazyPage(() => import('./unit-detail-page.tsx')),
    'cabinets/notices': lazyPage(() => import('./notice-list-page.tsx')),
  },
  lists: {
    'cabinets.list': CABINETS_PAGE,
    'power-banks.list': UNITS_PAGE,
    'power-bank-notices.list': UNIT_NOTICES_PAGE,
  },
};
