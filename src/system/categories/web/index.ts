import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const categoriesWeb: WebSlice = {
  name: 'categories',
  pages: { 'categories/tree': lazyPage(() => import('./category-tree-page.tsx')) },
};
