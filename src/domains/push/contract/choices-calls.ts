import type { PlainCall } from '#platform/http/contract/endpoint.ts';

/** What the link in a mail opens; the page before the login makes these calls without zod. */
export const choiceCalls = {
  read: { method: 'POST', path: '/MsgPush/api/choices/read', auth: 'open', effect: 'read' },
  save: { method: 'POST', path: '/MsgPush/api/choices/save', auth: 'open' },
} as const satisfies Readonly<Record<string, PlainCall>>;

/** Where the page is. */
export const CHOICES_PAGE = '/user/message-choices';
/** The address in the header of a mail: one press says no (RFC 8058). */
export const ONE_CLICK_PATH = '/storefront/v1/message-choices/:link';
