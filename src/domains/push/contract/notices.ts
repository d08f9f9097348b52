import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

/** For a second person who may send; and for who wrote it. */
export const pushWaitsNotice = noticeKind(
  'push-runs.waits',
  'warning',
  z.strictObject({ title: z.string(), name: z.string(), count: z.int() }),
);
export const pushDeclinedNotice = noticeKind(
  'push-runs.declined',
  'warning',
  z.strictObject({ title: z.string(), name: z.string(), answer: z.string() }),
);

/** A message that people or events sent to somebody who works here. */
export const messageNotice = noticeKind(
  'push.message',
  'info',
  z.strictObject({ title: z.string(), text: z.string() }),
);
