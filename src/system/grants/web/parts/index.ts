// For pages of other slices: the rights of a role, of a department with its roles, and those of a person.
export { DepartmentRights, type DepartmentRightsProps } from '../department-rights.tsx';
export { GrantEditor } from '../grant-editor.tsx';
export { type GrantSource, roleGrants } from '../grant-source.ts';
export { PersonRights } from '../person-rights.tsx';
