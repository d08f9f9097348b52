import type { ServerSlice } from '#platform/http/server/slice.ts';

export { departmentCodeDictionary, departmentDictionary } from './department-dictionary.ts';
export { findDepartmentsOf, recordCurrentDepartment, type UserDepartment } from './department-store.ts';

export const departments: ServerSlice = { name: 'departments' };
