import { DepartmentFlag } from '#system/session/contract/login-answer.ts';

interface HasCode {
  readonly orgCode: string;
}

/** Flag of the login answer: 0 none, 1 exactly one, 2 several to choose from (platform.md 4, system-api.md 2.2). */
export function departmentFlag(departments: readonly HasCode[]): DepartmentFlag {
  if (departments.length === 0) return DepartmentFlag.none;
  return departments.length === 1 ? DepartmentFlag.one : DepartmentFlag.several;
}

/** The department to start in: the one worked in last if it is still his, else the first; empty without any. */
export function currentDepartment(departments: readonly HasCode[], lastOrgCode: string | null): string {
  const last = departments.find((department) => department.orgCode === lastOrgCode);
  return (last ?? departments[0])?.orgCode ?? '';
}
