import { recordSearcher } from '#system/records/web/index.ts';
import { ANNOUNCEMENT_LIST, announcementPage } from '../../contract/addresses.ts';
import { announcements } from '../../contract/announcements.ts';

export const announcementSearcher = () =>
  recordSearcher(announcements, {
    ...{ icon: 'message', list: ANNOUNCEMENT_LIST, pageOf: announcementPage, hint: 'msgAbstract' },
  });
