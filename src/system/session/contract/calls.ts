import type { PlainCall } from '#platform/http/contract/endpoint.ts';

const own = { scope: 'identity', permission: null } as const;

/** What keeps and ends a session: the login page, the phone's pages and every console make these calls. */
export const sessionCalls = {
  logout: { method: 'POST', path: '/sys/logout', auth: 'open' },
  selectDepartment: { method: 'POST', alsoMethods: ['PUT'], path: '/sys/selectDepart', ...own },
  permissions: { method: 'GET', path: '/sys/permission/getUserPermissionByToken', ...own },
  permissionCodes: { method: 'GET', path: '/sys/permission/getPermCode', ...own },
  currentDepartments: { method: 'GET', path: '/sys/user/getCurrentUserDeparts', ...own },
  currentTenants: { method: 'GET', path: '/sys/tenant/getCurrentUserTenant', ...own },
} as const satisfies Readonly<Record<string, PlainCall>>;
