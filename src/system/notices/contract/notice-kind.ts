import type * as z from 'zod';

export const NOTICE_TONES = ['info', 'success', 'warning', 'danger'] as const;
export type NoticeTone = (typeof NOTICE_TONES)[number];

/** Beyond this the bell says "99+". */
export const UNREAD_COUNTED = 100;

/**
 * What a text of a notice may name: `amountMinor` with `currency` is shown as an `amount`, `code` with `words` (where a slice
 * keeps them, `payments:providerCode`) as a `reason` in the reader's language.
 */
export type NoticeParams = Readonly<Record<string, string | number | null>>;

/** A kind of notice. Its name begins with the pack that has its texts: `notice.<rest>.title` and `.text`. */
export interface NoticeKind<Params extends z.ZodType<NoticeParams> = z.ZodType<NoticeParams>> {
  /** `slice.words`, such as `orders.refund-requested`. */
  readonly name: string;
  readonly tone: NoticeTone;
  readonly params: Params;
}

/** Declares a kind in the `contract/notices.ts` of its slice; a test finds it there and asks for its texts. */
export function noticeKind<Params extends z.ZodType<NoticeParams>>(
  name: `${string}.${string}`,
  tone: NoticeTone,
  params: Params,
): NoticeKind<Params> {
  return { name, tone, params };
}
