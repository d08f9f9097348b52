import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id, pageFields } from '#platform/http/contract/fields.ts';
import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { integer, longText, reference, text } from '#platform/records/contract/fields.ts';
import { departmentTarget } from '#system/departments/contract/department-target.ts';

/** Roles of a department (system-api.md 5.4): what it gives to its own people, within what it may give itself. */
export const departmentRoles = defineRecords({
  name: 'departmentRole',
  namespace: 'department-roles',
  calls: systemCalls('/sys/sysDepartRole'),
  fields: {
    roleName: text(30, { required: true, min: 2, search: true, sort: true }),
    roleCode: text(64, { unique: { within: 'departId' }, fixed: true, search: true, sort: true }),
    departId: reference(departmentTarget, { required: true }),
    description: longText(126),
  },
  computed: {
    /** How many people have it, and how many rights it gives. */
    people: integer(0, 1_000_000, { required: true }),
    rights: integer(0, 100_000, { required: true }),
  },
  olderTable: 'sys_depart_role',
  without: ['page', 'export', 'importCheck', 'exportXls', 'importExcel'],
});
export type DepartmentRole = RecordOf<typeof departmentRoles>;

const read = {
  method: 'GET',
  alsoMethods: ['POST'],
  effect: 'read',
  permission: departmentRoles.permission('view'),
} as const;
const write = { method: 'POST', alsoMethods: ['PUT'], permission: departmentRoles.permission('edit') } as const;
const row = departmentRoles.endpoints.one.response;
const Ids = z.string().max(40_000);

export const DepartmentPerson = z.strictObject({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  roleIds: z.array(z.string()),
});
export type DepartmentPerson = z.infer<typeof DepartmentPerson>;

export const departmentRoleEndpoints = {
  departmentRoles: endpoint({
    ...read,
    path: '/sys/sysDepartRole/list',
    request: z.strictObject({ ...pageFields, deptId: Id }),
    response: z.strictObject({
      records: z.array(row),
      current: z.int(),
      pages: z.int(),
      size: z.int(),
      total: z.int(),
    }),
    summary: 'Roles of a department',
  }),
  allDepartmentRoles: endpoint({
    ...read,
    path: '/sys/sysDepartRole/getDeptRoleList',
    request: z.strictObject({ departId: Id, userId: Id.optional() }),
    response: z.array(row),
    summary: 'All roles of a department',
  }),
  departmentRolesOfPerson: endpoint({
    ...read,
    path: '/sys/sysDepartRole/getDeptRoleByUserId',
    request: z.strictObject({ userId: Id, departId: Id }),
    response: z.array(z.strictObject({ id: z.string(), userId: z.string(), droleId: z.string() })),
    summary: 'Which roles of a department a person has',
  }),
  assignDepartmentRoles: endpoint({
    ...write,
    path: '/sys/sysDepartRole/deptRoleUserAdd',
    request: z.strictObject({ userId: Id, newRoleId: Ids, oldRoleId: Ids.optional() }),
    response: Done,
    summary: 'Give a person of the department the roles that are new against the old ids, and take the others',
  }),
  departmentPeople: endpoint({
    ...read,
    path: '/sys/sysDepartRole/queryPeople',
    request: z.strictObject({ departId: Id }),
    response: z.array(DepartmentPerson),
    summary: 'The people of a department with their roles there',
  }),
};
