import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { olderTimes, pageOf } from '#platform/http/contract/fields.ts';
import { type SuperFields, systemListFields } from '#platform/super-query/contract/super-query.ts';

export const Role = z.strictObject({
  id: z.string(),
  roleName: z.string(),
  roleCode: z.string(),
  description: z.string(),
  ...olderTimes,
});
export type Role = z.infer<typeof Role>;

export const roleFilters = {
  roleName: { kind: 'text' },
  roleCode: { kind: 'text' },
  createTime: { kind: 'time' },
} as const satisfies SuperFields;

export const RolePageRequest = z.strictObject(systemListFields(roleFilters, ['roleName', 'roleCode', 'createTime']));
export type RolePageRequest = z.infer<typeof RolePageRequest>;
export const RolePage = pageOf(Role);
export type RolePage = z.infer<typeof RolePage>;

/** Roles of a tenant (system-api.md 5.2, 6.4). */
export const roleEndpoints = {
  allRoles: endpoint({
    method: 'GET',
    path: '/sys/role/queryall',
    permission: 'role:view',
    request: z.strictObject({}),
    response: z.array(Role),
    summary: 'All roles of the tenant at once',
  }),
  roles: endpoint({
    method: 'GET',
    path: '/sys/role/list',
    permission: 'role:view',
    request: RolePageRequest,
    response: RolePage,
    summary: 'Roles of the tenant',
  }),
};
