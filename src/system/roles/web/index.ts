import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { ROLE_LIST } from '../contract/addresses.ts';

export const rolesWeb: WebSlice = {
  name: 'roles',
  pages: {
    'roles/list': lazyPage(() => import('./role-list-page.tsx')),
    'roles/detail': lazyPage(() => import('./role-detail-page.tsx')),
  },
  lists: { 'roles.list': ROLE_LIST },
};
