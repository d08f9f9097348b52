import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { LATTE_ART } from '../contract/addresses.ts';

export const latteArtWeb: WebSlice = {
  name: 'latte-art',
  pages: { 'latte-art/list': lazyPage(() => import('./latte-art-list-page.tsx')) },
  lists: { 'latte-art.list': LATTE_ART },
};
