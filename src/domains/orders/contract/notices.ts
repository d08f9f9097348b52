import * as z from 'zod';
import { PROVIDER_WORDS } from '#domains/payments/contract/provider-words.ts';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

const refundParams = z.strictObject({ orderNo: z.string(), amountMinor: z.int(), currency: z.string() });

/** A customer asks for money back; settled by an answer or his withdrawal. */
export const refundRequestedNotice = noticeKind('orders.refund-requested', 'warning', refundParams);
/** The payment provider has refused to return what staff agreed to. */
export const refundFailedNotice = noticeKind(
  'orders.refund-failed',
  'danger',
  z.strictObject({ ...refundParams.shape, code: z.string(), words: z.literal(PROVIDER_WORDS) }),
);
