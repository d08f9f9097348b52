import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const menuCopyWeb: WebSlice = {
  name: 'menu-copy',
  pages: { 'menu-copy/wizard': lazyPage(() => import('./menu-copy-page.tsx')) },
};
