import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const loyaltyWeb: WebSlice = {
  name: 'loyalty',
  pages: { 'loyalty/figures': lazyPage(() => import('./figures-page.tsx')) },
};
