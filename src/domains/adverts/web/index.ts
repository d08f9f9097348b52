import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { ADVERTS } from '../contract/addresses.ts';

export const advertsWeb: WebSlice = {
  name: 'adverts',
  pages: { 'adverts/list': lazyPage(() => import('./clip-gallery-page.tsx')) },
  lists: { 'adverts.list': ADVERTS },
};
