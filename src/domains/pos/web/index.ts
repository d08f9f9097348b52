import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { POS_LIST } from '../contract/addresses.ts';

export const posWeb: WebSlice = {
  name: 'pos',
  pages: { 'pos/list': lazyPage(() => import('./pos-list-page.tsx')) },
  lists: { 'pos.list': POS_LIST },
};
