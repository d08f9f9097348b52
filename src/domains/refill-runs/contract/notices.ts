import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

/** Somebody is to fill robots up; settled when the run is over or somebody else's. */
export const runAssignedNotice = noticeKind(
  'refill-runs.assigned',
  'info',
  z.strictObject({ name: z.string(), robots: z.int(), by: z.string() }),
);
