import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

/** For those who give roles. */
export const accessAskedNotice = noticeKind(
  'access-requests.asked',
  'info',
  z.strictObject({ name: z.string(), right: z.string(), rightZh: z.string() }),
);
/** For who asked. */
export const accessGrantedNotice = noticeKind(
  'access-requests.granted',
  'success',
  z.strictObject({ role: z.string() }),
);
export const accessRefusedNotice = noticeKind(
  'access-requests.refused',
  'warning',
  z.strictObject({ answer: z.string() }),
);
