import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const workListWeb: WebSlice = {
  name: 'work-list',
  pages: {
    'dashboard/home': lazyPage(() => import('./home-page.tsx')),
    'dashboard/monitor': lazyPage(() => import('./monitor-page.tsx')),
  },
};
