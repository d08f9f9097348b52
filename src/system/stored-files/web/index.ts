import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { STORAGE } from '../contract/addresses.ts';

export const storedFilesWeb: WebSlice = {
  name: 'stored-files',
  pages: { 'stored-files/list': lazyPage(() => import('./storage-page.tsx')) },
  lists: { 'stored-files.list': STORAGE },
};
