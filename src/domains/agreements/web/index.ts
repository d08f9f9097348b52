import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { AGREEMENTS } from '../contract/addresses.ts';

export const agreementsWeb: WebSlice = {
  name: 'agreements',
  pages: { 'agreements/list': lazyPage(() => import('./agreement-list-page.tsx')) },
  lists: { 'agreements.list': AGREEMENTS },
};
