import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

/** Somebody was refused many times within five minutes: told to those who look after people. */
export const deniedOftenNotice = noticeKind(
  'access.denied-often',
  'warning',
  z.strictObject({ name: z.string(), count: z.int() }),
);
