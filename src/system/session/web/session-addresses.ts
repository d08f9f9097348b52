import type { CallAddress } from '#platform/http/web/call.ts';

/** Calls of programs that carry no schemas (`callAt`); named as in the endpoints. */
export const sessionAddresses = {
  permissions: { method: 'GET', path: '/sys/permission/getUserPermissionByToken' },
  currentTenants: { method: 'GET', path: '/sys/tenant/getCurrentUserTenant' },
  logout: { method: 'POST', path: '/sys/logout' },
  stepUp: { method: 'POST', path: '/sys/stepUp' },
} as const satisfies Readonly<Record<string, CallAddress>>;
