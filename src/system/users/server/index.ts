import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { userEndpoints, userFilters } from '../contract/endpoints.ts';
import { findChosenUsers, findDepartmentUsers, findUsers } from './find-users.ts';
import { userFields } from './unique-fields.ts';
import { userDictionary } from './user-dictionary.ts';

export const users: ServerSlice = {
  name: 'users',
  about: 'People of a tenant, as pickers need them.',
  routes: [
    route(userEndpoints.users, findUsers),
    route(userEndpoints.chosenUsers, findChosenUsers),
    route(userEndpoints.departmentUsers, findDepartmentUsers),
  ],
  tableDictionaries: [userDictionary],
  ruledLists: [{ permission: 'user:view', fields: userFilters, namespace: 'users' }],
  uniqueFields: userFields,
};
