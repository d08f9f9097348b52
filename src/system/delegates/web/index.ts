import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { DELEGATE_LIST } from '../contract/addresses.ts';

export const delegatesWeb: WebSlice = {
  name: 'delegates',
  pages: { 'delegates/list': lazyPage(() => import('./delegate-list-page.tsx')) },
  lists: { 'delegates.list': DELEGATE_LIST },
};
