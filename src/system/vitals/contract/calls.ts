import type { PlainCall } from '#platform/http/contract/endpoint.ts';

export const vitalCalls = {
  // it counts without names: there is nothing for an audit row to record
  add: { method: 'POST', path: '/sys/vitals/add', permission: null, effect: 'read' },
} as const satisfies Readonly<Record<string, PlainCall>>;
