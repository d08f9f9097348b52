import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { departmentEndpoints, departmentProblems } from '../contract/endpoints.ts';
import { departmentCodeDictionary, departmentDictionary } from './department-dictionary.ts';
import { readIdTree, readLevel, readTree, searchDepartments } from './read-departments.ts';

export { findDepartmentsOf, recordCurrentDepartment, type UserDepartment } from './department-store.ts';

export const departments: ServerSlice = {
  name: 'departments',
  about: 'The tree of departments of a tenant.',
  problems: departmentProblems,
  tableDictionaries: [departmentDictionary, departmentCodeDictionary],
  routes: [
    route(departmentEndpoints.tree, readTree),
    route(departmentEndpoints.idTree, readIdTree),
    route(departmentEndpoints.level, readLevel),
    route(departmentEndpoints.search, searchDepartments),
  ],
};
