import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

/** The books of a day do not fit together, and people must look. */
export const closeDifferencesNotice = noticeKind(
  'daily-close.differences',
  'warning',
  z.strictObject({ day: z.string(), count: z.int() }),
);

/** A day could not be matched at all. */
export const closeFailedNotice = noticeKind('daily-close.failed', 'danger', z.strictObject({ day: z.string() }));
