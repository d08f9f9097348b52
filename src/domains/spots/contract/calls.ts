import type { PlainCall } from '#platform/http/contract/endpoint.ts';

const BASE = '/servicespots/sosServiceSpotsInfo';

/** What choices of a spot ask for: without the schemas of the kind, which they would bring to every page that has one. */
export const spotCalls = {
  page: { method: 'GET', path: `${BASE}/list`, permission: 'spot:view' },
  one: { method: 'GET', path: `${BASE}/getById`, permission: 'spot:view' },
} as const satisfies Readonly<Record<string, PlainCall>>;
