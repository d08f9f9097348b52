import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

/** A user was refused many times within five minutes: for those who manage users. */
export const deniedOftenNotice = noticeKind(
  'access.denied-often',
  'warning',
  z.strictObject({ name: z.string(), count: z.int() }),
);

/** Work was stopped because data contradict each other; the request id is what support asks for. */
export const brokenInvariantNotice = noticeKind(
  'access.broken-invariant',
  'danger',
  z.strictObject({ object: z.string(), requestId: z.string() }),
);
