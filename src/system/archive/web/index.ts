import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { ARCHIVE } from '../contract/addresses.ts';

/** For few records, so it comes when one of them is looked at. */
export const ArchivedNote = lazyAgain(() => import('./archived-note.tsx'));

export const archiveWeb: WebSlice = {
  name: 'archive',
  pages: { 'archive/list': lazyPage(() => import('./archive-page.tsx')) },
  lists: { 'archive.list': ARCHIVE },
};
