import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const ordersWeb: WebSlice = {
  name: 'orders',
  pages: {
    'orders/list': lazyPage(() => import('./order-list-page.tsx')),
    'orders/detail': lazyPage(() => import('./order-detail-page.tsx')),
  },
  parts: [
    {
      ...{ of: 'customer', key: 'orders', sort: 10, permission: 'order:view' },
      Component: lazyAgain(() => import('./customer-orders.tsx')),
    },
  ],
  lists: { 'orders.list': '/orders/list' },
};

export { OrderState } from './order-state.tsx';
