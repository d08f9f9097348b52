import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const robotUptimeWeb: WebSlice = {
  name: 'robot-uptime',
  pages: {
    'dashboard/robots': lazyPage(() => import('./robots-page.tsx')),
    'dashboard/downtime': lazyPage(() => import('./downtime-page.tsx')),
  },
};
