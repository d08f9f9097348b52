import { VIEW_ALL_EXPORTS } from '#platform/exports/contract/export-job.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { exportCreatedNotice, exportFailedNotice, importDoneNotice } from '../contract/notices.ts';

export { notifyImporter, notifyOwner } from './notify-owner.ts';

/** The calls are those of the platform's exports and imports. */
export const transfers: ServerSlice = {
  name: 'transfers',
  about: 'Files that people ask for and bring along: who hears that they are ready.',
  permissions: { [VIEW_ALL_EXPORTS]: { namespace: 'export-words', key: 'kind.may.viewAll' } },
  noticeKinds: [exportCreatedNotice, exportFailedNotice, importDoneNotice],
};
