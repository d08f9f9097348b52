import type { RecordTarget } from '#platform/records/contract/fields.ts';

/** Materials, as recipes point at them; a table names one by its code or its name. */
export const materialTarget: RecordTarget = {
  name: 'material',
  table: 'material',
  label: 'name',
  labelZh: 'name_zh',
  value: 'code',
  dictionary: 'material,name,id',
};
