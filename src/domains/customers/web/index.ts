import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { CUSTOMER_LIST, SCAN_LIST } from '../contract/addresses.ts';

export const customersWeb: WebSlice = {
  name: 'customers',
  pages: {
    'customers/list': lazyPage(() => import('./customer-list-page.tsx')),
    'customers/detail': lazyPage(() => import('./customer-detail-page.tsx')),
    'customers/search': lazyPage(() => import('./customer-search-page.tsx')),
    'customers/scans': lazyPage(() => import('./scan-list-page.tsx')),
    'customers/alarm-users': lazyPage(() => import('./alarm-user-page.tsx')),
  },
  lists: { 'customers.list': CUSTOMER_LIST, 'customer-scans.list': SCAN_LIST },
};
