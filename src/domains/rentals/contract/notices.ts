import * as z from 'zod';
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

/** A customer asks for money back; settled by the answer. */
export const rentalRefundNotice = noticeKind(
  'rentals.refund-requested',
  'warning',
  z.strictObject({ orderNo: z.string(), amountMinor: z.int(), currency: z.string() }),
);
