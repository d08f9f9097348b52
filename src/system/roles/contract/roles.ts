import * as z from 'zod';
import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import {
  integer,
  json,
  longText,
  type RecordTarget,
  reference,
  references,
  text,
} from '#platform/records/contract/fields.ts';

const MOST_RIGHTS = 10_000;
const rights: RecordTarget = {
  ...{ name: 'permission', table: 'permission', label: 'title_en', labelZh: 'title_zh', keptBy: 'name' },
  dictionary: 'sys_permission,name,id',
};

/** Roles of a tenant (system-api.md 5.2); other records store a role's code. */
export const roles = defineRecords({
  name: 'role',
  namespace: 'roles',
  calls: systemCalls('/sys/role'),
  labelZh: 'roleNameZh',
  fields: {
    roleName: text(30, { required: true, min: 2, search: true, sort: true }),
    roleNameZh: text(30, { search: true }),
    /** Made from the name where it is left out, and never changed (settled 15). */
    roleCode: text(64, { unique: true, fixed: true, search: true, sort: true }),
    description: longText(126),
  },
  computed: {
    /** How many people have it, and how many rights it gives. */
    people: integer(0, 1_000_000, { required: true, sort: true }),
    rights: integer(0, 100_000, { required: true, sort: true }),
  },
  acts: {
    'role:grant': {
      given: references(rights, MOST_RIGHTS),
      taken: references(rights, MOST_RIGHTS),
      permission: reference(rights),
      /** What they are called. */
      rules: json(z.array(z.string()), []),
    },
  },
  value: 'roleCode',
  olderTable: 'sys_role',
});
export type Role = RecordOf<typeof roles>;
