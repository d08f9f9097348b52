import * as z from 'zod';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { ANNOUNCEMENT_LIST, announcementForm } from '../contract/addresses.ts';
import { announcements as kind, RELEASE_PERMISSION } from '../contract/announcements.ts';
import { announcementEndpoints } from '../contract/endpoints.ts';
import { announcementProblems } from '../contract/problems.ts';
import { draftFaults } from '../rules/announcement-life.ts';
import { markAllRead, markRead, readMine, readUnread } from './my-announcements.ts';
import { pushIfReleased } from './push-to-readers.ts';
import { readReaders } from './readers.ts';
import { announceAgain, release, revoke } from './release.ts';
import { issueShowTicket, showAnnouncement } from './show-announcement.ts';

const Marks = z.array(z.strictObject({ user_id: z.string(), read_at: z.string() }));

const records = serveRecords(kind, {
  ofPeople: true,
  decide: (draft, before) => {
    // its readers read these words (decision 78)
    if (before?.sendStatus === '1') raise('announcement.released');
    const faults = draftFaults(draft);
    if (faults.length > 0) raise(faults[0]?.code ?? 'request.malformed', {}, { faults });
  },
  generate: async (_tx, { draft }) => (draft.msgType === 'ALL' ? { userIds: [] } : {}),
  // of one that comes back where it was deleted while it was shown
  afterSave: (tx, { after }) => pushIfReleased(tx, after),
  afterRemove: (tx, row) => pushIfReleased(tx, row),
  along: {
    keep: async (tx, id) => {
      const rows = await tx.db
        .selectFrom('announcement_read')
        .select(['user_id', 'read_at'])
        .where('announcement_id', '=', id)
        .execute();
      return rows.map(({ user_id, read_at }) => ({ user_id, read_at: read_at.toISOString() }));
    },
    restore: async (tx, id, kept) => {
      const marks = Marks.parse(kept);
      if (marks.length === 0) return;
      await tx.db
        .insertInto('announcement_read')
        .values(marks.map(({ user_id, read_at }) => ({ user_id, read_at: new Date(read_at), announcement_id: id })))
        .execute();
    },
  },
});
const { served } = records;

/** Pages that the menu does not show. */
const hidden = { under: 'isystem', needs: kind.permission('view'), hidden: true } as const;

export const announcements: ServerSlice = sliceOf(
  {
    name: 'announcements',
    about: 'What a tenant tells its people, for a time, and who has read it.',
    problems: announcementProblems,
    permissions: { [RELEASE_PERMISSION]: { namespace: kind.namespace, key: 'kind.may.release' } },
    menu: [
      { page: 'announcements/list', kind, under: 'isystem', path: ANNOUNCEMENT_LIST, icon: 'message', sort: 99 },
      {
        ...{ page: 'announcements/detail', path: `${ANNOUNCEMENT_LIST}/detail/:id`, sort: 99 },
        ...{ title: { namespace: kind.namespace, key: 'kind.page' }, ...hidden },
      },
      {
        ...{ page: 'announcements/form', path: `${announcementForm(undefined)}/:id?`, sort: 99 },
        ...{ title: { namespace: kind.namespace, key: 'kind.form' }, ...hidden },
      },
    ],
    rawRoutes: [showAnnouncement],
    routes: [
      route(announcementEndpoints.release, (context, request) => release(served, context, request)),
      route(announcementEndpoints.revoke, (context, request) => revoke(served, context, request)),
      route(announcementEndpoints.announceAgain, (context, request) => announceAgain(served, context, request)),
      route(announcementEndpoints.readers, (context, request) => readReaders(served, context, request)),
      route(announcementEndpoints.showTicket, (context, request) => issueShowTicket(served, context, request)),
      route(announcementEndpoints.unread, readUnread),
      route(announcementEndpoints.mine, readMine),
      route(announcementEndpoints.markRead, markRead),
      route(announcementEndpoints.markAllRead, markAllRead),
    ],
  },
  records,
);
