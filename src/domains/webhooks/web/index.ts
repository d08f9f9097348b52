import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { DELIVERY_LIST, WEBHOOK_LIST } from '../contract/addresses.ts';

export const webhooksWeb: WebSlice = {
  name: 'webhooks',
  pages: {
    'webhooks/list': lazyPage(() => import('./webhook-list-page.tsx')),
    'webhooks/deliveries': lazyPage(() => import('./delivery-list-page.tsx')),
  },
  lists: { 'webhooks.list': WEBHOOK_LIST, 'webhook-deliveries.list': DELIVERY_LIST },
};
