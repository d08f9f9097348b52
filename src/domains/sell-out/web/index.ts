import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const sellOutWeb: WebSlice = {
  name: 'sell-out',
  pages: { 'sell-out/board': lazyPage(() => import('./sell-out-page.tsx')) },
};
