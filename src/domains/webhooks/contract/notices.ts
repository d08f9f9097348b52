import * as z from 'zod';
import { noticeKind } from '#system/notices/contract/notice-kind.ts';

const about = { name: z.string(), host: z.string() };

/** A delivery was given up after three days; one notice for a receiver until it takes something again. */
export const deliveryGivenUpNotice = noticeKind(
  'webhooks.given-up',
  'warning',
  z.strictObject({ ...about, event: z.string() }),
);

/** A receiver said that it is gone for good (410), and was switched off. */
export const receiverGoneNotice = noticeKind('webhooks.gone', 'warning', z.strictObject(about));
