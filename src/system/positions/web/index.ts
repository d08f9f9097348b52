import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const positionsWeb: WebSlice = {
  name: 'positions',
  pages: { 'positions/list': lazyPage(() => import('./position-list-page.tsx')) },
  lists: { 'positions.list': '/isystem/position' },
};
