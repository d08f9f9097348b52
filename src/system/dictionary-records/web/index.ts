import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';

export const dictionaryRecordsWeb: WebSlice = {
  name: 'dictionary-records',
  pages: {
    'dictionary-records/list': lazyPage(() => import('./dictionary-list-page.tsx')),
    'dictionary-records/bin': lazyPage(() => import('./removed-dictionaries-page.tsx')),
  },
  lists: { 'dictionary-records.list': '/isystem/dict' },
};
