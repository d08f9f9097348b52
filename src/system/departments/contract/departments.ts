import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import {
  choice,
  generated,
  integer,
  longText,
  phone,
  type RecordTarget,
  reference,
  text,
} from '#platform/records/contract/fields.ts';

/** Departments as other records, and they themselves, point at them; a file names one by its code or its name. */
export const departmentTarget: RecordTarget = {
  name: 'department',
  table: 'department_record',
  label: 'depart_name',
  value: 'org_code',
  dictionary: 'sys_depart,depart_name,id',
};

/** The tree of a tenant's departments (system-api.md 5.4, domain 3); the view `department_record` has these names of columns. */
export const departments = defineRecords({
  name: 'department',
  namespace: 'departments',
  table: 'department_record',
  calls: systemCalls('/sys/sysDepart'),
  fields: {
    departName: text(100, { required: true, unique: { within: 'parentId' }, search: true, sort: true }),
    parentId: reference(departmentTarget, { none: '' }),
    orgCategory: choice(['1', '2', '3'], 'org_category', { empty: '2' }),
    /** That of the parent, and `A01`, `A02` … among its siblings; never given twice. */
    orgCode: generated(text(200, { unique: true, search: true, sort: true })),
    /** The level, `1` at the top. */
    orgType: generated(text(3)),
    /** Higher numbers stand first among their siblings. */
    departOrder: integer(0, 999_999, { empty: 0, sort: true }),
    status: choice(['1', '0'], 'depart_status', { empty: '1' }),
    mobile: phone(),
    fax: phone(),
    address: text(200),
    description: longText(500),
    memo: longText(500),
  },
  computed: { people: integer(0, 1_000_000, { required: true }) },
  parent: 'parentId',
  nodes: ['key', 'value', 'title', 'isLeaf', 'children'],
  value: 'orgCode',
  olderTable: 'sys_depart',
});
export type Department = RecordOf<typeof departments>;
