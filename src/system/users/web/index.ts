import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { UNASSIGNED_USERS, USER_LIST } from '../contract/addresses.ts';

export const usersWeb: WebSlice = {
  name: 'users',
  pages: {
    'users/list': lazyPage(() => import('./user-list-page.tsx')),
    'users/form': lazyPage(() => import('./user-form-page.tsx')),
    'users/bin': lazyPage(() => import('./removed-users-page.tsx')),
    'users/unassigned': lazyPage(() => import('./unassigned-users-page.tsx')),
  },
  lists: { 'users.list': USER_LIST, 'unassigned-users.list': UNASSIGNED_USERS },
};
