import type { PlainCall } from '#platform/http/contract/endpoint.ts';

/** What the phone's pages ask for too. */
export const orderCalls = {
  page: { method: 'POST', path: '/coffeeorder/api/page', effect: 'read', permission: 'order:view' },
  detail: {
    method: 'GET',
    path: '/coffeeorder/api/getOrderBySerialNo',
    effect: 'read',
    permission: 'order:view',
  },
} as const satisfies Readonly<Record<string, PlainCall>>;
