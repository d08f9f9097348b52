import * as z from 'zod';
import { PROVIDER_WORDS } from '#domains/payments/contract/provider-words.ts';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

/** A rental that people should look at: two places for one unit, a late eject, a return that was lost. */
export const rentalReviewNotice = noticeKind(
  'rentals.review',
  'warning',
  z.strictObject({ orderNo: z.string(), flag: z.string() }),
);

/** What a full upload says against an open rental, with what would put it right. */
export const rentalRepairNotice = noticeKind(
  'rentals.repair',
  'warning',
  z.strictObject({ orderNo: z.string(), repair: z.string() }),
);

const refundParams = z.strictObject({ orderNo: z.string(), amountMinor: z.int(), currency: z.string() });

/** A customer asks for money back; settled by the answer. */
export const rentalRefundNotice = noticeKind('rentals.refund-requested', 'warning', refundParams);
/** The payment provider has refused to return what staff agreed to; settled when the money is back. */
export const rentalRefundFailedNotice = noticeKind(
  'rentals.refund-failed',
  'danger',
  z.strictObject({ ...refundParams.shape, code: z.string(), words: z.literal(PROVIDER_WORDS) }),
);
