import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const dataSourcesWeb: WebSlice = {
  name: 'data-sources',
  pages: {
    'data-sources/list': lazyPage(() => import('./data-source-list-page.tsx')),
    'data-sources/queries': lazyPage(() => import('./data-query-list-page.tsx')),
  },
  lists: { 'data-sources.list': '/isystem/data-source', 'data-queries.list': '/isystem/data-query' },
};
