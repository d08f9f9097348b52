import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

/** The provider does not take our keys, so nobody can pay; one notice until the settings of a channel are saved. */
export const keysRefusedNotice = noticeKind('payments.keys-refused', 'danger', z.strictObject({}));

const aboutDispute = z.strictObject({ orderNo: z.string(), amountMinor: z.int(), currency: z.string() });

/** The customer's bank disputes a payment; settled when that is over. */
export const disputedNotice = noticeKind('disputes.opened', 'warning', aboutDispute);

/** In a few days it is too late to answer the bank. */
export const evidenceDueNotice = noticeKind('disputes.due', 'danger', aboutDispute);

/** The bank has decided for its customer. */
export const disputeLostNotice = noticeKind('disputes.lost', 'warning', aboutDispute);
