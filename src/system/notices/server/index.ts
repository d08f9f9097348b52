import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { noticeEndpoints, noticeProblems } from '../contract/endpoints.ts';
import { type FindPerson, mailNotice } from './mail-notice.ts';
import { chooseNotice, readChoices } from './notice-choices.ts';
import { purgeNotices } from './purge-notices.ts';
import { pageNotices, readAllNotices, readNotices, unreadNotices } from './read-notices.ts';

export { noticesAbout } from './notices-about.ts';
export { type NoticeAudience, type NoticeToTell, notify, settleNotice, settleNotices } from './notify.ts';

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

/** How each kind that the slices declare reaches a person. */
export function noticeChoices(
  slices: readonly ServerSlice[],
  owners: { readonly findPerson: FindPerson },
): ServerSlice {
  const kinds = slices.flatMap((slice) => slice.noticeKinds ?? []).map(({ name }) => name);
  return {
    name: 'notice-choices',
    documentedWith: 'notices',
    problems: noticeProblems,
    routes: [
      route(noticeEndpoints.choices, (context) => readChoices(context, kinds)),
      route(noticeEndpoints.choose, (context, request) => chooseNotice(context, kinds, request)),
    ],
    jobs: [mailNotice(owners.findPerson)],
  };
}
