import type { PlainCall } from '#platform/http/contract/endpoint.ts';

/** What the frame asks before any page does. */
export const grantCalls = {
  explain: { method: 'GET', alsoMethods: ['POST'], path: '/sys/permission/explain', permission: null },
} as const satisfies Readonly<Record<string, PlainCall>>;
