import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { DELIVERY_WATCH } from '../contract/addresses.ts';

export const deliveryWatchWeb: WebSlice = {
  name: 'delivery-watch',
  pages: { 'delivery-watch/list': lazyPage(() => import('./repair-list-page.tsx')) },
  lists: { 'delivery-watch.list': DELIVERY_WATCH },
};
