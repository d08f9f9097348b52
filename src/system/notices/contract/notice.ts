import * as z from 'zod';
import { BooleanField, Id, Instant, pageFields, pageOf } from '#platform/http/contract/fields.ts';
import { NOTICE_TONES, UNREAD_COUNTED } from './notice-kind.ts';

export const Notice = z.strictObject({
  id: z.string(),
  kind: z.string(),
  tone: z.enum(NOTICE_TONES),
  at: Instant,
  params: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** Page of the console that shows the matter. */
  path: z.string().nullable(),
  read: z.boolean(),
  /** Since when nothing is left to do about it. */
  settledAt: Instant.nullable(),
  /** For whom the reader stands in, where it is that person's notice. */
  onBehalfOf: z.string().nullable(),
});
export type Notice = z.infer<typeof Notice>;

export const NoticePageRequest = z.strictObject({ ...pageFields, unread: BooleanField.optional() });
export type NoticePageRequest = z.output<typeof NoticePageRequest>;
export const NoticePage = pageOf(Notice);

export const UnreadCount = z.strictObject({ count: z.int().max(UNREAD_COUNTED) });

export const ReadNoticesRequest = z.strictObject({ ids: z.array(Id).min(1).max(200) });
export type ReadNoticesRequest = z.output<typeof ReadNoticesRequest>;
/** Up to the newest one that was on screen: what came since stays unread. */
export const ReadAllNoticesRequest = z.strictObject({ until: Instant });
export type ReadAllNoticesRequest = z.output<typeof ReadAllNoticesRequest>;

export const NOTICE_CHANNELS = ['bell', 'email'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** How a kind of notice reaches the caller. */
export const NoticeChoice = z.strictObject({ kind: z.string(), bell: z.boolean(), email: z.boolean() });
export type NoticeChoice = z.infer<typeof NoticeChoice>;

export const ChooseNoticeRequest = z.strictObject({
  kind: z.string().min(1).max(100),
  channel: z.enum(NOTICE_CHANNELS),
  isOn: BooleanField,
});
export type ChooseNoticeRequest = z.output<typeof ChooseNoticeRequest>;
