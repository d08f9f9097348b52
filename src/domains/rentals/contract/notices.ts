import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

/** A rental that people should look at: two places for one unit, a late eject, a return that was lost. */
export const rentalReviewNotice = noticeKind(
  'rentals.review',
  'warning',
  z.strictObject({ orderNo: z.string(), flag: z.string() }),
);
