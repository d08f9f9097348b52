import type { PlainCall } from '#platform/http/contract/endpoint.ts';

/** What the phone's pages ask for too. */
export const refundCalls = {
  refund: { method: 'POST', path: '/coffeeorder/api/refundOrder', permission: 'order:refund' },
} as const satisfies Readonly<Record<string, PlainCall>>;
