import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const languagesWeb: WebSlice = {
  name: 'languages',
  pages: {
    'languages/list': lazyPage(() => import('./language-list-page.tsx')),
    'languages/packs': lazyPage(() => import('./pack-page.tsx')),
  },
};
