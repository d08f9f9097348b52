import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

/** The provider does not take our keys, so nobody can pay; one notice until the settings of a channel are saved. */
export const keysRefusedNotice = noticeKind('payments.keys-refused', 'danger', z.strictObject({}));
