import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

/** A manager set one's password. */
export const passwordResetNotice = noticeKind('users.password-reset', 'warning', z.strictObject({ by: z.string() }));
