import type { PlainCall } from '#platform/http/contract/endpoint.ts';

/** Calls of a logged-in user for a program without zod: the phone has a sheet for it. */
export const passwordCalls = {
  stepUp: { method: 'POST', path: '/sys/stepUp', scope: 'identity', permission: null },
} as const satisfies Readonly<Record<string, PlainCall>>;
