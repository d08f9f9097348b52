import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const gatewayRoutesWeb: WebSlice = {
  name: 'gateway-routes',
  pages: { 'gateway-routes/list': lazyPage(() => import('./gateway-route-list-page.tsx')) },
  lists: { 'gateway-routes.list': '/isystem/gateway-route' },
};
