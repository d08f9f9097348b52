import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { ONLINE_LIST } from '../contract/addresses.ts';

export const onlineUsersWeb: WebSlice = {
  name: 'online-users',
  pages: { 'online-users/list': lazyPage(() => import('./online-user-list-page.tsx')) },
  lists: { 'online-users.list': ONLINE_LIST },
};
