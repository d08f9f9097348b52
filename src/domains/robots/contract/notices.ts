import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';
import { BATCH_KINDS } from './command-batch.ts';

/** A robot has been away for 15 minutes; settled when it is online again. */
export const robotOfflineNotice = noticeKind(
  'devices.robot-offline',
  'danger',
  z.strictObject({ name: z.string(), imei: z.string() }),
);

/** Every robot of a batch has answered, or is given up. */
export const batchDoneNotice = noticeKind(
  'devices.batch-done',
  'info',
  z.strictObject({ kind: z.enum(BATCH_KINDS), count: z.int(), succeeded: z.int(), failed: z.int() }),
);

/**
 * Book and measurement of a material have been wide apart for ten minutes; settled when they are not, such as when staff take over
 * what was measured.
 */
export const stockDiffersNotice = noticeKind(
  'devices.stock-differs',
  'warning',
  z.strictObject({
    name: z.string(),
    material: z.string(),
    materialZh: z.string(),
    book: z.int(),
    reported: z.int(),
    unit: z.string(),
    unitZh: z.string(),
  }),
);

/** A robot reports a fault, in words of both languages; settled when it is gone. */
export const robotFaultNotice = noticeKind(
  'devices.robot-fault',
  'danger',
  z.strictObject({ name: z.string(), imei: z.string(), fault: z.string(), faultZh: z.string() }),
);
