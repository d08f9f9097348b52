import { call } from '#platform/http/web/call.ts';
import type { PermissionTree } from '#system/menu/contract/permission-entry.ts';
import type { Permitted } from '#ui/allowed/allowed.tsx';
import { departmentGrantEndpoints, type GrantedRules, roleGrantEndpoints } from '../contract/endpoints.ts';

/** Whose rights are edited, and by which calls. */
export interface GrantSource {
  readonly key: readonly string[];
  /** The call that saves: without its right the tree is read only. */
  readonly by: Permitted;
  tree(signal: AbortSignal): Promise<PermissionTree>;
  held(signal: AbortSignal): Promise<string[]>;
  save(permissionIds: string, lastpermissionIds: string): Promise<unknown>;
  rules(permissionId: string, signal: AbortSignal): Promise<GrantedRules>;
  saveRules(permissionId: string, dataRuleIds: string): Promise<unknown>;
}

const quiet = { notices: 'none' } as const;
const once = () => ({ idempotencyKey: crypto.randomUUID(), ...quiet });

export const roleGrants = (roleId: string): GrantSource => ({
  key: ['roles', 'grants', roleId],
  by: roleGrantEndpoints.saveRole,
  tree: (signal) => call(roleGrantEndpoints.roleTree, {}, { signal, ...quiet }),
  held: (signal) => call(roleGrantEndpoints.roleHeld, { roleId }, { signal, ...quiet }),
  save: (permissionIds, lastpermissionIds) =>
    call(roleGrantEndpoints.saveRole, { roleId, permissionIds, lastpermissionIds }, once()),
  rules: (permissionId, signal) => call(roleGrantEndpoints.roleRules, { permissionId, roleId }, { signal, ...quiet }),
  saveRules: (permissionId, dataRuleIds) =>
    call(roleGrantEndpoints.saveRoleRules, { permissionId, roleId, dataRuleIds }, once()),
});

const ofDepartments = departmentGrantEndpoints;

export const departmentGrants = (departId: string): GrantSource => ({
  key: ['department-roles', 'department', departId],
  by: ofDepartments.saveDepartment,
  tree: (signal) => call(roleGrantEndpoints.roleTree, {}, { signal, ...quiet }),
  held: (signal) => call(ofDepartments.departmentHeld, { departId }, { signal, ...quiet }),
  save: (permissionIds, lastpermissionIds) =>
    call(ofDepartments.saveDepartment, { departId, permissionIds, lastpermissionIds }, once()),
  rules: (permissionId, signal) =>
    call(ofDepartments.departmentRules, { permissionId, departId }, { signal, ...quiet }),
  saveRules: (permissionId, dataRuleIds) =>
    call(ofDepartments.saveDepartmentRules, { permissionId, departId, dataRuleIds }, once()),
});

export const departmentRoleGrants = (departId: string, roleId: string): GrantSource => ({
  key: ['department-roles', 'grants', roleId],
  by: ofDepartments.saveDepartmentRole,
  tree: (signal) => call(ofDepartments.departmentRoleTree, { departId }, { signal, ...quiet }),
  held: (signal) => call(ofDepartments.departmentRoleHeld, { roleId }, { signal, ...quiet }),
  save: (permissionIds, lastpermissionIds) =>
    call(ofDepartments.saveDepartmentRole, { roleId, permissionIds, lastpermissionIds }, once()),
  rules: (permissionId, signal) =>
    call(ofDepartments.departmentRoleRules, { permissionId, departId, roleId }, { signal, ...quiet }),
  saveRules: (permissionId, dataRuleIds) =>
    call(ofDepartments.saveDepartmentRoleRules, { permissionId, departId, roleId, dataRuleIds }, once()),
});
