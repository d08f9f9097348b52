import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';
import { ROBOT_MODES } from './robot-status.ts';

/** A robot has been away for 15 minutes; settled when it is heard again. */
export const robotOfflineNotice = noticeKind(
  'devices.robot-offline',
  'danger',
  z.strictObject({ name: z.string(), imei: z.string() }),
);

/** Every robot of a batch has answered, or is given up. */
export const batchDoneNotice = noticeKind(
  'devices.batch-done',
  'info',
  z.strictObject({ status: z.enum(ROBOT_MODES), count: z.int(), succeeded: z.int(), failed: z.int() }),
);

/** A robot reports faults; settled when it reports none. */
export const robotFaultNotice = noticeKind(
  'devices.robot-fault',
  'danger',
  z.strictObject({ name: z.string(), imei: z.string(), fault: z.string() }),
);
