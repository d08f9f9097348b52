import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { peopleEndpoints } from '../contract/people.ts';
import { accessProblems } from '../contract/problems.ts';
import { findChosenUsers, findDepartmentUsers, findUsers } from './find-people.ts';
import { findAllRoles, findRoles } from './find-roles.ts';
import { notifyBroken } from './notify-broken.ts';
import { notifyDenials } from './notify-denials.ts';
import { roleDictionary, userDictionary } from './people-dictionaries.ts';
import { actionField, roleCodeField, userFields } from './unique-fields.ts';

export { findCatalogue, findGrantedIds } from './catalogue-store.ts';
export { type DeclaredCatalogue, declaredCatalogue } from './declared-catalogue.ts';
export { ENTRIES_OF_EVERYBODY, HOME_ENTRY, MENU_ENTRIES, type MenuEntry } from './menu-entries.ts';
export { recordCatalogue } from './record-catalogue.ts';
export { everybodysRightsChanged, rightsChanged, rightsOfRolesChanged } from './rights-changed.ts';

export const access: ServerSlice = {
  name: 'access',
  about: 'People and roles of a tenant, as pickers need them.',
  problems: accessProblems,
  routes: [
    route(peopleEndpoints.users, findUsers),
    route(peopleEndpoints.chosenUsers, findChosenUsers),
    route(peopleEndpoints.departmentUsers, findDepartmentUsers),
    route(peopleEndpoints.allRoles, findAllRoles),
    route(peopleEndpoints.roles, findRoles),
  ],
  subscriptions: [notifyDenials, notifyBroken],
  tableDictionaries: [userDictionary, roleDictionary],
  uniqueFields: [...userFields, roleCodeField, actionField],
};
