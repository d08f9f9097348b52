import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

/** A copy of menus, or their removal, has come to its end. */
export const copyDoneNotice = noticeKind(
  'menu-copy.done',
  'info',
  z.strictObject({ kind: z.enum(['copy', 'clean']), tenant: z.string(), steps: z.int(), failed: z.int() }),
);
