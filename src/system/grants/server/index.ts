import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sliceOf } from '#platform/records/server/serve-records.ts';
import { departmentRoleEndpoints } from '../contract/department-roles.ts';
import {
  departmentGrantEndpoints,
  explainEndpoints,
  grantProblems,
  roleGrantEndpoints,
} from '../contract/endpoints.ts';
import * as rows from './department-permissions.ts';
import * as departmentRole from './department-roles.ts';
import { holdersOf, rightsOfPerson } from './explain.ts';
import type { GrantHolder } from './grant-store.ts';
import { readGrantedRules, roleOfDepartment, saveGrantedRules } from './granted-rules.ts';
import { departmentTree, grantTree, heldIds } from './read-grants.ts';
import { idsIn, saveGrants } from './save-grants.ts';

export { explainRight, holdersOf, rightsOfPerson } from './explain.ts';
export { insertGrants, rightsOfHolderChanged } from './grant-store.ts';
export { keepGrants, readKept } from './kept-grants.ts';
export { beyondOwn, mustHoldAllOf, rolesOfPerson } from './save-grants.ts';

const role = (id: string): GrantHolder => ({ kind: 'role', id });
const department = (id: string): GrantHolder => ({ kind: 'department', id });
const ofDepartment = (id: string): GrantHolder => ({ kind: 'departmentRole', id });
const [ofRoles, ofDepartments, roles] = [roleGrantEndpoints, departmentGrantEndpoints, departmentRoleEndpoints];

export const grants: ServerSlice = sliceOf(
  {
    name: 'grants',
    about:
      'Who may do what: rights of roles, of departments and of the roles of departments, and through what somebody holds them.',
    problems: grantProblems,
    routes: [
      route(ofRoles.roleTree, grantTree),
      route(ofRoles.roleHeld, (context, { roleId }) => heldIds(context, role(roleId))),
      route(ofRoles.saveRole, (context, { roleId, ...saved }) => saveGrants(context, role(roleId), saved)),
      route(ofRoles.roleRules, (context, { roleId, permissionId }) =>
        readGrantedRules(context, role(roleId), permissionId),
      ),
      route(ofRoles.saveRoleRules, (context, { roleId, ...saved }) => saveGrantedRules(context, role(roleId), saved)),
      route(ofDepartments.departmentHeld, (context, { departId }) => heldIds(context, department(departId))),
      route(ofDepartments.saveDepartment, (context, { departId, ...saved }) =>
        saveGrants(context, department(departId), saved),
      ),
      route(ofDepartments.departmentPermissions, rows.pageDepartmentPermissions),
      route(ofDepartments.departmentPermission, (context, { id }) => rows.oneDepartmentPermission(context, id)),
      route(ofDepartments.addDepartmentPermission, rows.addDepartmentPermission),
      route(ofDepartments.editDepartmentPermission, rows.editDepartmentPermission),
      route(ofDepartments.removeDepartmentPermission, (context, { id }) =>
        rows.removeDepartmentPermissions(context, [id]),
      ),
      route(ofDepartments.removeDepartmentPermissions, (context, { ids }) =>
        rows.removeDepartmentPermissions(context, idsIn(ids)),
      ),
      route(ofDepartments.departmentRoleTree, (context, { departId }) => departmentTree(context, departId)),
      route(ofDepartments.departmentRoleHeld, (context, { roleId }) => heldIds(context, ofDepartment(roleId))),
      route(ofDepartments.saveDepartmentRole, (context, { roleId, ...saved }) =>
        saveGrants(context, ofDepartment(roleId), saved),
      ),
      route(ofDepartments.departmentRules, (context, { departId, permissionId }) =>
        readGrantedRules(context, department(departId), permissionId),
      ),
      route(ofDepartments.saveDepartmentRules, (context, { departId, ...saved }) =>
        saveGrantedRules(context, department(departId), saved),
      ),
      route(ofDepartments.departmentRoleRules, async (context, { roleId, departId, permissionId }) =>
        readGrantedRules(context, await roleOfDepartment(context, roleId, departId), permissionId),
      ),
      route(ofDepartments.saveDepartmentRoleRules, async (context, { roleId, departId, ...saved }) =>
        saveGrantedRules(context, await roleOfDepartment(context, roleId, departId), saved),
      ),
      route(roles.departmentRoles, departmentRole.listDepartmentRoles),
      route(roles.allDepartmentRoles, (context, { departId }) => departmentRole.rolesOf(context, departId)),
      route(roles.departmentRolesOfPerson, departmentRole.rolesOfPerson),
      route(roles.assignDepartmentRoles, departmentRole.assignDepartmentRoles),
      route(roles.departmentPeople, (context, { departId }) => departmentRole.peopleOfDepartment(context, departId)),
      route(explainEndpoints.rightsOfPerson, (context, { userId }) => rightsOfPerson(context, userId)),
      route(explainEndpoints.holdersOfRight, (context, { permissionId }) => holdersOf(context, permissionId)),
    ],
  },
  departmentRole.departmentRolePart,
);
