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
      route(ofRoles.tree, grantTree),
      route(ofRoles.held, (context, { roleId }) => heldIds(context, role(roleId))),
      route(ofRoles.save, (context, { roleId, ...saved }) => saveGrants(context, role(roleId), saved)),
      route(ofRoles.rules, (context, { roleId, permissionId }) =>
        readGrantedRules(context, role(roleId), permissionId),
      ),
      route(ofRoles.saveRules, (context, { roleId, ...saved }) => saveGrantedRules(context, role(roleId), saved)),
      route(ofDepartments.held, (context, { departId }) => heldIds(context, department(departId))),
      route(ofDepartments.save, (context, { departId, ...saved }) => saveGrants(context, department(departId), saved)),
      route(ofDepartments.list, rows.pageDepartmentPermissions),
      route(ofDepartments.one, (context, { id }) => rows.oneDepartmentPermission(context, id)),
      route(ofDepartments.add, rows.addDepartmentPermission),
      route(ofDepartments.edit, rows.editDepartmentPermission),
      route(ofDepartments.remove, (context, { id }) => rows.removeDepartmentPermissions(context, [id])),
      route(ofDepartments.removeMany, (context, { ids }) => rows.removeDepartmentPermissions(context, idsIn(ids))),
      route(ofDepartments.roleTree, (context, { departId }) => departmentTree(context, departId)),
      route(ofDepartments.roleHeld, (context, { roleId }) => heldIds(context, ofDepartment(roleId))),
      route(ofDepartments.saveRole, (context, { roleId, ...saved }) =>
        saveGrants(context, ofDepartment(roleId), saved),
      ),
      route(ofDepartments.rules, (context, { departId, permissionId }) =>
        readGrantedRules(context, department(departId), permissionId),
      ),
      route(ofDepartments.saveRules, (context, { departId, ...saved }) =>
        saveGrantedRules(context, department(departId), saved),
      ),
      route(ofDepartments.roleRules, async (context, { roleId, departId, permissionId }) =>
        readGrantedRules(context, await roleOfDepartment(context, roleId, departId), permissionId),
      ),
      route(ofDepartments.saveRoleRules, async (context, { roleId, departId, ...saved }) =>
        saveGrantedRules(context, await roleOfDepartment(context, roleId, departId), saved),
      ),
      route(roles.list, departmentRole.listDepartmentRoles),
      route(roles.ofDepartment, (context, { departId }) => departmentRole.rolesOf(context, departId)),
      route(roles.ofPerson, departmentRole.rolesOfPerson),
      route(roles.assign, departmentRole.assignDepartmentRoles),
      route(roles.people, (context, { departId }) => departmentRole.peopleOfDepartment(context, departId)),
      route(explainEndpoints.ofPerson, (context, { userId }) => rightsOfPerson(context, userId)),
      route(explainEndpoints.holders, (context, { permissionId }) => holdersOf(context, permissionId)),
    ],
  },
  departmentRole.departmentRolePart,
);
