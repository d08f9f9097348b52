import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { noticeEndpoints } from '../contract/endpoints.ts';
import { purgeNotices } from './purge-notices.ts';
import { pageNotices, readAllNotices, readNotices, unreadNotices } from './read-notices.ts';

export { type NoticeAudience, type NoticeToTell, notify, settleNotice } from './notify.ts';

export const notices: ServerSlice = {
  name: 'notices',
  about: 'What people of a tenant should know although they look elsewhere.',
  routes: [
    route(noticeEndpoints.page, pageNotices),
    route(noticeEndpoints.unread, unreadNotices),
    route(noticeEndpoints.read, readNotices),
    route(noticeEndpoints.readAll, readAllNotices),
  ],
  schedules: [purgeNotices],
};
