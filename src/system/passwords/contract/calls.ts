import type { PlainCall } from '#platform/http/contract/endpoint.ts';

/** What a program without zod asks of somebody who is logged in: the phone has a sheet for it. */
export const passwordCalls = {
  stepUp: { method: 'POST', path: '/sys/stepUp', scope: 'identity', permission: null },
} as const satisfies Readonly<Record<string, PlainCall>>;
