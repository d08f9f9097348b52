import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

/** A paid order is not delivered, and the tenant wants a person to decide. */
export const undeliveredNotice = noticeKind(
  'delivery-watch.waits',
  'warning',
  z.strictObject({ orderNo: z.string(), cups: z.int(), amountMinor: z.int(), currency: z.string() }),
);
