import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, generated, type RecordTarget, reference, text } from '#platform/records/contract/fields.ts';

/** Categories as other records, and they themselves, point at them; a file names one by its code or its name. */
export const categoryTarget: RecordTarget = {
  name: 'category',
  table: 'category',
  label: 'name',
  value: 'code',
  dictionary: 'sys_category,name,id',
};

/** The tree of a tenant's categories (system-api.md 5.7); other records store a category's code. */
export const categories = defineRecords({
  name: 'category',
  namespace: 'categories',
  calls: systemCalls('/sys/category'),
  fields: {
    name: text(100, { required: true, unique: { within: 'pid' }, search: true, sort: true }),
    pid: reference(categoryTarget, { none: '0' }),
    /** That of the parent, and `A01`, `A02` … among its siblings. */
    code: generated(text(200, { unique: true, search: true, sort: true })),
  },
  computed: { hasChild: choice(['1', '0'], 'yn', { required: true }) },
  parent: 'pid',
  value: 'code',
  olderTable: 'sys_category',
});
export type Category = RecordOf<typeof categories>;
