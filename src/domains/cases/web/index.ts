import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { CASE_LABELS, CASE_LIST } from '../contract/addresses.ts';

export const casesWeb: WebSlice = {
  name: 'cases',
  pages: {
    'cases/list': lazyPage(() => import('./case-list-page.tsx')),
    'cases/labels': lazyPage(() => import('./label-sheet-page.tsx')),
  },
  parts: [
    {
      ...{ of: 'robot', key: 'case-label', sort: 10, permission: 'robot:view' },
      Component: lazyAgain(() => import('./label-card.tsx')),
    },
  ],
  lists: { 'cases.list': CASE_LIST, 'cases.labels': CASE_LABELS },
};
