import type { PlainCall } from '#platform/http/contract/endpoint.ts';

/** What the phone's pages ask for too. */
export const insightCalls = {
  statistics: {
    method: 'POST',
    path: '/coffeeorder/api/getOrderStatV3',
    effect: 'read',
    permission: 'order:view',
  },
} as const satisfies Readonly<Record<string, PlainCall>>;
