import type { PlainCall } from '#platform/http/contract/endpoint.ts';

export const tenantCalls = {
  /** Every member reads it: clock, money and time formats of the whole console come from here (product.md 6). */
  info: { method: 'GET', path: '/tenantinfo/api/queryById', permission: null },
} as const satisfies Readonly<Record<string, PlainCall>>;
