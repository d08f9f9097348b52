import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { ARCHIVE } from '../contract/addresses.ts';

export const archiveWeb: WebSlice = {
  name: 'archive',
  pages: { 'archive/list': lazyPage(() => import('./archive-page.tsx')) },
  lists: { 'archive.list': ARCHIVE },
};
