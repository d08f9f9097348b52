import type { PlainCall } from '#platform/http/contract/endpoint.ts';

export const BASE = '/refillRun/api';
const fill = { method: 'POST', permission: 'robot:refill' } as const;

/** What the phone asks for, without schemas. */
export const refillCalls = {
  mine: { method: 'GET', path: `${BASE}/mine`, permission: 'robot:refill' },
  clock: { method: 'GET', path: `${BASE}/clock`, permission: 'robot:view' },
  plan: { ...fill, path: `${BASE}/plan` },
  start: { ...fill, path: `${BASE}/start` },
  confirm: { ...fill, path: `${BASE}/confirm` },
  skip: { ...fill, path: `${BASE}/skip` },
  finish: { ...fill, path: `${BASE}/finish` },
} as const satisfies Readonly<Record<string, PlainCall>>;
