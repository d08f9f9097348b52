import type { PlainCall } from '#platform/http/contract/endpoint.ts';

/** What a page before the login asks about an invitation. */
export const invitationCalls = {
  read: { method: 'POST', path: '/sys/invitation/read', auth: 'open', effect: 'read' },
  join: { method: 'POST', path: '/sys/invitation/join', auth: 'open' },
  accept: { method: 'POST', path: '/sys/invitation/accept', auth: 'open' },
} as const satisfies Readonly<Record<string, PlainCall>>;
