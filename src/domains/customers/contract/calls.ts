import type { PlainCall } from '#platform/http/contract/endpoint.ts';

/** What dashboards ask for: without the schemas of the kind. */
export const customerCalls = {
  page: { method: 'GET', path: '/account/accountInfoModel/list', permission: 'app-user:view' },
} as const satisfies Readonly<Record<string, PlainCall>>;
