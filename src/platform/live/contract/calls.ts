import type { PlainCall } from '#platform/http/contract/endpoint.ts';

export const liveCalls = {
  ticket: { method: 'POST', path: '/sys/live/ticket', scope: 'tenant', permission: null, effect: 'read' },
} as const satisfies Readonly<Record<string, PlainCall>>;

/** A message to one page: what its reader may do has changed, menu and rights are asked for anew. */
export const RIGHTS_CHANGED = 'rights';

/** Below the system base. */
export const LIVE_STREAM = '/sys/live/stream';
