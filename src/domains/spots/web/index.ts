import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { SPOT_LIST } from '../contract/addresses.ts';

export const spotsWeb: WebSlice = {
  name: 'spots',
  pages: {
    'spots/list': lazyPage(() => import('./spot-list-page.tsx')),
    'spots/form': lazyPage(() => import('./spot-form-page.tsx')),
    'spots/detail': lazyPage(() => import('./spot-detail-page.tsx')),
  },
  lists: { 'spots.list': SPOT_LIST },
};
