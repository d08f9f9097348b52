import { lazyPage, type WebSlice } from '#platform/routing/web/web-slice.ts';
import { ANNOUNCEMENT_LIST } from '../contract/addresses.ts';

export const announcementsWeb: WebSlice = {
  name: 'announcements',
  pages: {
    'announcements/list': lazyPage(() => import('./announcement-list-page.tsx')),
    'announcements/detail': lazyPage(() => import('./announcement-detail-page.tsx')),
    'announcements/form': lazyPage(() => import('./announcement-form-page.tsx')),
    'announcements/mine': lazyPage(() => import('./my-announcements-page.tsx')),
  },
  lists: { 'announcements.list': ANNOUNCEMENT_LIST },
};
