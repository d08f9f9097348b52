import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const dashboardWeb: WebSlice = {
  name: 'dashboard',
  pages: { 'dashboard/welcome': lazyPage(() => import('./welcome-page.tsx')) },
};
