import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { CLIENT_LIST } from '../contract/addresses.ts';

export const clientsWeb: WebSlice = {
  name: 'clients',
  pages: { 'clients/list': lazyPage(() => import('./client-list-page.tsx')) },
  lists: { 'clients.list': CLIENT_LIST },
};
