import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done } from '#platform/http/contract/fields.ts';
import { noticeCalls } from './calls.ts';
import {
  ChooseNoticeRequest,
  NoticeChoice,
  NoticePage,
  NoticePageRequest,
  ReadAllNoticesRequest,
  ReadNoticesRequest,
  UnreadCount,
} from './notice.ts';

/** Everybody reads what is addressed to him; marks are his own and change nothing for others, so nothing is audited. */
export const noticeEndpoints = {
  page: endpoint({
    method: 'GET',
    path: '/sys/notices/page',
    permission: null,
    request: NoticePageRequest,
    response: NoticePage,
    summary: 'Notices for the caller, newest first',
  }),
  unread: endpoint({
    ...noticeCalls.unread,
    request: z.strictObject({}),
    response: UnreadCount,
    summary: 'How many open notices the caller has not read, counted up to 100',
  }),
  read: endpoint({
    method: 'POST',
    path: '/sys/notices/read',
    permission: null,
    effect: 'read',
    request: ReadNoticesRequest,
    response: Done,
    summary: 'Marks notices as read by the caller',
  }),
  readAll: endpoint({
    method: 'POST',
    path: '/sys/notices/readAll',
    permission: null,
    effect: 'read',
    request: ReadAllNoticesRequest,
    response: Done,
    summary: 'Marks everything up to an instant as read by the caller',
  }),
  choices: endpoint({
    method: 'GET',
    path: '/sys/notices/choices',
    permission: null,
    request: z.strictObject({}),
    response: z.array(NoticeChoice),
    summary: 'How each kind of notice reaches the caller in this tenant',
  }),
  choose: endpoint({
    method: 'POST',
    path: '/sys/notices/choose',
    permission: null,
    effect: 'read',
    request: ChooseNoticeRequest,
    response: Done,
    summary: 'Turns a kind of notice on or off for the caller, in the bell or by mail',
  }),
};

export const noticeProblems = {
  'notice.kind-unknown': 422,
} as const;
