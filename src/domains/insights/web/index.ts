import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const insightsWeb: WebSlice = {
  name: 'insights',
  pages: {
    'dashboard/welcome': lazyPage(() => import('./welcome-page.tsx')),
    'dashboard/Analysis': lazyPage(() => import('./analysis-page.tsx')),
    'dashboard/sales': lazyPage(() => import('./sales-page.tsx')),
    'insights/coffee': lazyPage(() => import('./statistics-page.tsx')),
  },
};
