import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

const file = z.strictObject({ file: z.string() });

export const exportCreatedNotice = noticeKind('transfers.export-created', 'success', file);
export const exportFailedNotice = noticeKind('transfers.export-failed', 'warning', file);

export const importDoneNotice = noticeKind(
  'transfers.import-done',
  'info',
  z.strictObject({ file: z.string(), done: z.int(), failed: z.int(), left: z.int() }),
);
