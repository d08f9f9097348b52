import type { RecordTarget } from '#platform/records/contract/fields.ts';

/** Departments as records point at them. */
export const departmentTarget: RecordTarget = {
  name: 'department',
  table: 'department',
  label: 'name',
  dictionary: 'sys_depart,depart_name,id',
};
