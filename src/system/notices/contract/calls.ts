import type { PlainCall } from '#platform/http/contract/endpoint.ts';

export const noticeCalls = {
  unread: { method: 'GET', path: '/sys/notices/unread', permission: null },
} as const satisfies Readonly<Record<string, PlainCall>>;
