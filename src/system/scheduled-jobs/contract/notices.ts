import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

/** A run failed: for those who may see the jobs, once until a run of that job succeeds. */
export const jobFailedNotice = noticeKind('scheduled-jobs.failed', 'warning', z.strictObject({ name: z.string() }));
