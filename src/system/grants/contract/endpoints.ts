import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id, olderTimes, pageFields, pageOf } from '#platform/http/contract/fields.ts';
import { PermissionTree } from '#system/menu/contract/permission-entry.ts';
import { PermissionRule } from '#system/menu/contract/rule.ts';

/** Ids with commas, as the older contract has them; a trailing comma is normal. */
const Ids = z.string().max(40_000);
const read = { method: 'GET', alsoMethods: ['POST'], effect: 'read' } as const;
const write = { method: 'POST', alsoMethods: ['PUT'] } as const;
const None = z.strictObject({});

/** Data rules of an entry, and those of them that a holder has, with commas. */
export const GrantedRules = z.strictObject({ datarule: z.array(PermissionRule), drChecked: z.string().nullable() });
export type GrantedRules = z.infer<typeof GrantedRules>;

const saved = { permissionIds: Ids, lastpermissionIds: Ids.optional() };
const OfRole = z.strictObject({ roleId: Id });

/** What roles hold (system-api.md 5.2, 5.3). */
export const roleGrantEndpoints = {
  roleTree: endpoint({
    ...read,
    path: '/sys/role/queryTreeList',
    permission: 'role:view',
    request: None,
    response: PermissionTree,
    summary: 'The tree of all rights that can be given, and their ids',
  }),
  roleHeld: endpoint({
    ...read,
    path: '/sys/permission/queryRolePermission',
    permission: 'role:view',
    request: OfRole,
    response: z.array(z.string()),
    summary: 'Ids of what a role holds',
  }),
  saveRole: endpoint({
    ...write,
    path: '/sys/permission/saveRolePermission',
    permission: 'role:grant',
    request: z.strictObject({ roleId: Id, ...saved }),
    response: Done,
    summary: 'Give a role what is new against the last ids, and take what is not there any more; all or nothing',
  }),
  roleRules: endpoint({
    ...read,
    path: '/sys/role/datarule/:permissionId/:roleId',
    permission: 'role:view',
    request: z.strictObject({ permissionId: Id, roleId: Id }),
    response: GrantedRules,
    summary: 'Data rules of an entry, and which of them the role has',
  }),
  saveRoleRules: endpoint({
    ...write,
    path: '/sys/role/datarule',
    permission: 'role:grant',
    request: z.strictObject({ permissionId: Id, roleId: Id, dataRuleIds: Ids }),
    response: Done,
    summary: 'Set the data rules of an entry that the role holds',
  }),
};

const department = { permission: 'department-role:view' } as const;
const departmentGrant = { permission: 'department-permission:edit' } as const;
const departmentRole = { permission: 'department-role:edit' } as const;

/** A right of a department, as a row. */
export const DepartmentPermission = z.strictObject({
  id: z.string(),
  departId: z.string(),
  permissionId: z.string(),
  dataRuleIds: z.string(),
  ...olderTimes,
});
export type DepartmentPermission = z.infer<typeof DepartmentPermission>;
export const DepartmentPermissionPage = pageOf(DepartmentPermission);
export type DepartmentPermissionPage = z.infer<typeof DepartmentPermissionPage>;
const rowFields = { departId: Id, permissionId: Id, dataRuleIds: Ids.optional() };

/** What departments may give, and what their roles hold (system-api.md 5.3, 5.4). */
export const departmentGrantEndpoints = {
  departmentHeld: endpoint({
    ...read,
    ...department,
    path: '/sys/permission/queryDepartPermission',
    request: z.strictObject({ departId: Id }),
    response: z.array(z.string()),
    summary: 'Ids of what a department may give to its roles',
  }),
  saveDepartment: endpoint({
    ...write,
    ...departmentGrant,
    path: '/sys/permission/saveDepartPermission',
    request: z.strictObject({ departId: Id, ...saved }),
    response: Done,
    summary: 'Set what a department may give; what is taken from it is taken from its roles too',
  }),
  departmentPermissions: endpoint({
    ...read,
    ...department,
    path: '/sys/sysDepartPermission/list',
    request: z.strictObject({ ...pageFields, departId: Id.optional(), permissionId: Id.optional() }),
    response: DepartmentPermissionPage,
    summary: 'Rights of departments, as rows',
  }),
  departmentPermission: endpoint({
    ...read,
    ...department,
    path: '/sys/sysDepartPermission/queryById',
    request: z.strictObject({ id: Id }),
    response: DepartmentPermission,
    summary: 'One right of a department',
  }),
  addDepartmentPermission: endpoint({
    ...write,
    ...departmentGrant,
    path: '/sys/sysDepartPermission/add',
    request: z.strictObject(rowFields),
    response: DepartmentPermission,
    summary: 'Give one right to a department',
  }),
  editDepartmentPermission: endpoint({
    method: 'PUT',
    alsoMethods: ['POST'],
    ...departmentGrant,
    path: '/sys/sysDepartPermission/edit',
    request: z.strictObject({ id: Id, ...rowFields }),
    response: DepartmentPermission,
    summary: 'Change the data rules of a right of a department',
  }),
  removeDepartmentPermission: endpoint({
    method: 'DELETE',
    alsoMethods: ['POST'],
    ...departmentGrant,
    path: '/sys/sysDepartPermission/delete',
    request: z.strictObject({ id: Id }),
    response: Done,
    summary: 'Take one right from a department and its roles',
  }),
  removeDepartmentPermissions: endpoint({
    method: 'DELETE',
    alsoMethods: ['POST'],
    ...departmentGrant,
    path: '/sys/sysDepartPermission/deleteBatch',
    request: z.strictObject({ ids: Ids }),
    response: Done,
    summary: 'Take several rights from departments and their roles, all or none',
  }),
  departmentRoleTree: endpoint({
    ...read,
    ...department,
    path: '/sys/sysDepartPermission/queryTreeListForDeptRole',
    request: z.strictObject({ departId: Id }),
    response: PermissionTree,
    summary: 'The tree of rights that a department may give to its roles',
  }),
  departmentRoleHeld: endpoint({
    ...read,
    ...department,
    path: '/sys/sysDepartPermission/queryDeptRolePermission',
    request: OfRole,
    response: z.array(z.string()),
    summary: 'Ids of what a role of a department holds',
  }),
  saveDepartmentRole: endpoint({
    ...write,
    ...departmentRole,
    path: '/sys/sysDepartPermission/saveDeptRolePermission',
    request: z.strictObject({ roleId: Id, ...saved }),
    response: Done,
    summary: 'Set what a role of a department holds, within what the department may give',
  }),
  departmentRules: endpoint({
    ...read,
    ...department,
    path: '/sys/sysDepartPermission/datarule/:permissionId/:departId',
    request: z.strictObject({ permissionId: Id, departId: Id }),
    response: GrantedRules,
    summary: 'Data rules of an entry, and which of them hold for the people of a department',
  }),
  saveDepartmentRules: endpoint({
    ...write,
    ...departmentGrant,
    path: '/sys/sysDepartPermission/datarule',
    request: z.strictObject({ permissionId: Id, departId: Id, dataRuleIds: Ids }),
    response: Done,
    summary: 'Set the data rules of an entry for the people of a department',
  }),
  departmentRoleRules: endpoint({
    ...read,
    ...department,
    path: '/sys/sysDepartRole/datarule/:permissionId/:departId/:roleId',
    request: z.strictObject({ permissionId: Id, departId: Id, roleId: Id }),
    response: GrantedRules,
    summary: 'Data rules of an entry, and which of them a role of the department has',
  }),
  saveDepartmentRoleRules: endpoint({
    ...write,
    ...departmentRole,
    path: '/sys/sysDepartRole/datarule',
    request: z.strictObject({ permissionId: Id, roleId: Id, dataRuleIds: Ids, departId: Id.optional() }),
    response: Done,
    summary: 'Set the data rules of an entry that a role of a department holds',
  }),
};

/** Through what somebody holds a right. */
export const Through = z.strictObject({
  kind: z.enum(['root', 'role', 'departmentRole']),
  id: z.string(),
  name: z.string(),
  /** Of a department's role. */
  departName: z.string(),
});
export type Through = z.infer<typeof Through>;

export const HeldRight = z.strictObject({
  permissionId: z.string(),
  action: z.string(),
  name: z.string(),
  /** The page on which it is used. */
  pageName: z.string(),
  /** Data rules that narrow it for this person, in words. */
  rules: z.array(z.string()),
  through: z.array(Through),
});
export type HeldRight = z.infer<typeof HeldRight>;

export const RightsOfPerson = z.strictObject({ isRoot: z.boolean(), rights: z.array(HeldRight) });
export type RightsOfPerson = z.infer<typeof RightsOfPerson>;

export const Holder = z.strictObject({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  through: z.array(Through),
});
export type Holder = z.infer<typeof Holder>;

/** Who can do what, and through what. */
export const explainEndpoints = {
  rightsOfPerson: endpoint({
    ...read,
    path: '/sys/permission/queryUserRights',
    permission: 'role:view',
    request: z.strictObject({ userId: Id }),
    response: RightsOfPerson,
    summary: 'What a person can do in the tenant, and through which roles',
  }),
  holdersOfRight: endpoint({
    ...read,
    path: '/sys/permission/queryHolders',
    permission: 'role:view',
    request: z.strictObject({ permissionId: Id }),
    response: z.strictObject({ total: z.int(), holders: z.array(Holder) }),
    summary: 'Who can do something in the tenant, and through which roles; the first 200 people',
  }),
};

export const grantProblems = {
  'grants.beyond-own': 403,
  'grants.beyond-department': 422,
  'grants.unknown-permission': 422,
  'grants.unknown-rule': 422,
  'grants.no-rules': 409,
  'grants.save-permission-first': 409,
  'grants.save-department-permission-first': 409,
  'grants.not-in-department': 409,
  'grants.unknown-person': 422,
} as const;
