import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { ACCESS_REQUESTS } from '../contract/addresses.ts';

export const accessRequestsWeb: WebSlice = {
  name: 'access-requests',
  pages: { 'access-requests/list': lazyPage(() => import('./access-request-list-page.tsx')) },
  lists: { 'access-requests.list': ACCESS_REQUESTS },
};
