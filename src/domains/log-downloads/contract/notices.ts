import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

/** The robot sent no log; that a file is ready says the notice of files. */
export const logFailedNotice = noticeKind('log-downloads.failed', 'warning', z.strictObject({ robot: z.string() }));
