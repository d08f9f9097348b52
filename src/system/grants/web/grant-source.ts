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
  by: roleGrantEndpoints.save,
  tree: (signal) => call(roleGrantEndpoints.tree, {}, { signal, ...quiet }),
  held: (signal) => call(roleGrantEndpoints.held, { roleId }, { signal, ...quiet }),
  save: (permissionIds, lastpermissionIds) =>
    call(roleGrantEndpoints.save, { roleId, permissionIds, lastpermissionIds }, once()),
  rules: (permissionId, signal) => call(roleGrantEndpoints.rules, { permissionId, roleId }, { signal, ...quiet }),
  saveRules: (permissionId, dataRuleIds) =>
    call(roleGrantEndpoints.saveRules, { permissionId, roleId, dataRuleIds }, once()),
});

const ofDepartments = departmentGrantEndpoints;

export const departmentGrants = (departId: string): GrantSource => ({
  key: ['department-roles', 'department', departId],
  by: ofDepartments.save,
  tree: (signal) => call(roleGrantEndpoints.tree, {}, { signal, ...quiet }),
  held: (signal) => call(ofDepartments.held, { departId }, { signal, ...quiet }),
  save: (permissionIds, lastpermissionIds) =>
    call(ofDepartments.save, { departId, permissionIds, lastpermissionIds }, once()),
  rules: (permissionId, signal) => call(ofDepartments.rules, { permissionId, departId }, { signal, ...quiet }),
  saveRules: (permissionId, dataRuleIds) =>
    call(ofDepartments.saveRules, { permissionId, departId, dataRuleIds }, once()),
});

export const departmentRoleGrants = (departId: string, roleId: string): GrantSource => ({
  key: ['department-roles', 'grants', roleId],
  by: ofDepartments.saveRole,
  tree: (signal) => call(ofDepartments.roleTree, { departId }, { signal, ...quiet }),
  held: (signal) => call(ofDepartments.roleHeld, { roleId }, { signal, ...quiet }),
  save: (permissionIds, lastpermissionIds) =>
    call(ofDepartments.saveRole, { roleId, permissionIds, lastpermissionIds }, once()),
  rules: (permissionId, signal) =>
    call(ofDepartments.roleRules, { permissionId, departId, roleId }, { signal, ...quiet }),
  saveRules: (permissionId, dataRuleIds) =>
    call(ofDepartments.saveRoleRules, { permissionId, departId, roleId, dataRuleIds }, once()),
});
