import type { PlainCall } from '#platform/http/contract/endpoint.ts';

/** What the phone's pages ask for too. */
export const orderCalls = {
  detail: {
    method: 'GET',
    alsoMethods: ['POST'],
    path: '/coffeeorder/api/getOrderBySerialNo',
    effect: 'read',
    permission: 'order:view',
  },
} as const satisfies Readonly<Record<string, PlainCall>>;
