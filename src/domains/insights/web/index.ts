import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

const overview = lazyPage(() => import('./welcome-page.tsx'));

export const insightsWeb: WebSlice = {
  name: 'insights',
  // one page: the older menu calls it by another address (decision 46)
  pages: {
    'dashboard/welcome': overview,
    'dashboard/Analysis': overview,
    'insights/coffee': lazyPage(() => import('./statistics-page.tsx')),
  },
};
