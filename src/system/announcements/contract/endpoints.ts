import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id, Instant, IntField, pageFields, pageOf, Text } from '#platform/http/contract/fields.ts';
import { announcements, MSG_CATEGORIES, PRIORITIES, RELEASE_PERMISSION } from './announcements.ts';

/** An announcement as one of its readers has it, in his language (system-api.md 5.10). */
export const ReceivedAnnouncement = z.strictObject({
  /** The same as `anntId`: there is one mark per reader. */
  id: z.string(),
  anntId: z.string(),
  userId: z.string(),
  titile: z.string(),
  msgAbstract: z.string(),
  msgContent: z.string(),
  sender: z.string(),
  priority: z.enum(PRIORITIES),
  msgCategory: z.enum(MSG_CATEGORIES),
  /** 1: the reader has read it. */
  readFlag: z.enum(['0', '1']),
  sendTime: Instant,
  /** Only what other systems announce leads to a page of theirs; there is none. */
  busId: z.null(),
  busType: z.null(),
  openType: z.null(),
  openPage: z.null(),
  bizSource: z.null(),
});
export type ReceivedAnnouncement = z.infer<typeof ReceivedAnnouncement>;

export const UnreadAnnouncements = z.strictObject({
  anntMsgList: z.array(ReceivedAnnouncement),
  anntMsgTotal: z.int(),
  sysMsgList: z.array(ReceivedAnnouncement),
  sysMsgTotal: z.int(),
  /** When the period of one begins or ends next: what is answered here is old then. */
  changesAt: Instant.nullable(),
});
export type UnreadAnnouncements = z.infer<typeof UnreadAnnouncements>;

export const MyAnnouncementsRequest = z.strictObject({
  ...pageFields,
  titile: Text(100).optional(),
  sender: Text(100).optional(),
  msgCategory: z.enum(MSG_CATEGORIES).optional(),
  readFlag: z.enum(['0', '1']).optional(),
});
export type MyAnnouncementsRequest = z.infer<typeof MyAnnouncementsRequest>;
export const MyAnnouncementsPage = pageOf(ReceivedAnnouncement);
export type MyAnnouncementsPage = z.infer<typeof MyAnnouncementsPage>;

export const AnnouncementReader = z.strictObject({
  userId: z.string(),
  username: z.string(),
  realname: z.string(),
  /** Null: not yet. */
  readAt: Instant.nullable(),
});
export const AnnouncementReaders = z.strictObject({
  /** For how many active people it is, and how many of them have read it. */
  people: z.int(),
  read: z.int(),
  ...pageOf(AnnouncementReader).shape,
});
export type AnnouncementReaders = z.infer<typeof AnnouncementReaders>;
export const AnnouncementReadersRequest = z.strictObject({
  ...pageFields,
  id: Id,
  readFlag: z.enum(['0', '1']).optional(),
});
export type AnnouncementReadersRequest = z.infer<typeof AnnouncementReadersRequest>;

export const ShowTicket = z.strictObject({ url: z.string(), expiresInSeconds: z.int() });
export type ShowTicket = z.infer<typeof ShowTicket>;

const OneAnnouncement = z.strictObject({ id: Id });
const release = { method: 'GET', alsoMethods: ['POST'], effect: 'change', permission: RELEASE_PERMISSION } as const;
const own = { permission: null, effect: 'read' } as const;

/** What was done, in words: the older client shows the message of the envelope. */
const said = { response: z.string(), messageOf: (words: string) => words };

export const announcementEndpoints = {
  release: endpoint({
    ...release,
    ...said,
    path: '/sys/annountCement/doReleaseData',
    request: OneAnnouncement,
    summary: 'Show an announcement to those whom it is for; one that is released already stays as it is',
  }),
  revoke: endpoint({
    ...release,
    ...said,
    path: '/sys/annountCement/doReovkeData',
    request: OneAnnouncement,
    summary: 'Take a released announcement away from its readers at once',
  }),
  announceAgain: endpoint({
    method: 'GET',
    path: '/sys/annountCement/syncNotic',
    permission: RELEASE_PERMISSION,
    request: z.strictObject({ anntId: Id.optional() }),
    response: Done,
    summary: 'Let the open pages of the readers of one announcement, or of all, ask for what they should see',
  }),
  readers: endpoint({
    method: 'GET',
    path: '/sys/annountCement/readers',
    permission: announcements.permission('view'),
    request: AnnouncementReadersRequest,
    response: AnnouncementReaders,
    summary: 'Whom an announcement is for, and when each of them read it; those who have not come first in the list',
  }),
  showTicket: endpoint({
    method: 'POST',
    path: '/sys/annountCement/showTicket',
    permission: announcements.permission('view'),
    request: OneAnnouncement,
    response: ShowTicket,
    summary: 'The address of an announcement as a page of its own, for one look within 60 seconds, whatever its state',
  }),
  unread: endpoint({
    ...own,
    method: 'GET',
    path: '/sys/annountCement/listByUser',
    request: z.strictObject({ pageSize: IntField(1, 50).default(5) }),
    response: UnreadAnnouncements,
    summary: 'What the caller has not read yet, by category: the urgent ones first, then the newest',
  }),
  mine: endpoint({
    ...own,
    method: 'GET',
    path: '/sys/sysAnnouncementSend/getMyAnnouncementSend',
    request: MyAnnouncementsRequest,
    response: MyAnnouncementsPage,
    summary: 'All announcements that the caller should see now: unread ones first',
  }),
  markRead: endpoint({
    ...own,
    method: 'PUT',
    alsoMethods: ['POST'],
    path: '/sys/sysAnnouncementSend/editByAnntIdAndUserId',
    request: z.strictObject({ anntId: Id }),
    response: Done,
    summary: 'The caller has read an announcement',
  }),
  markAllRead: endpoint({
    ...own,
    ...said,
    method: 'PUT',
    alsoMethods: ['POST'],
    path: '/sys/sysAnnouncementSend/readAll',
    request: z.strictObject({}),
    summary: 'The caller has read all announcements that he should see now',
  }),
};
