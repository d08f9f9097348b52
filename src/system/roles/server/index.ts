import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { roleEndpoints } from '../contract/endpoints.ts';
import { findAllRoles, findRoles } from './find-roles.ts';
import { roleDictionary } from './role-dictionary.ts';
import { roleCodeField } from './unique-fields.ts';

export const roles: ServerSlice = {
  name: 'roles',
  about: 'Roles of a tenant, as pickers need them.',
  routes: [route(roleEndpoints.allRoles, findAllRoles), route(roleEndpoints.roles, findRoles)],
  tableDictionaries: [roleDictionary],
  uniqueFields: [roleCodeField],
};
