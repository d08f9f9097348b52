import type { PlainCall } from '#platform/http/contract/endpoint.ts';

export const vitalCalls = {
  // it counts and names nobody: there is nothing that an audit row could tell
  add: { method: 'POST', path: '/sys/vitals/add', permission: null, effect: 'read' },
} as const satisfies Readonly<Record<string, PlainCall>>;
