import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

/** The catalogue of menu entries and rights is edited here: the page shows who holds them. */
export const grantsWeb: WebSlice = {
  name: 'grants',
  pages: { 'menu/permissions': lazyPage(() => import('./permissions/permission-page.tsx')) },
};
