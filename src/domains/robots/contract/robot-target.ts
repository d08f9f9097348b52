import type { RecordTarget } from '#platform/records/contract/fields.ts';

/** Robots, as other records point at them. */
export const robotTarget: RecordTarget = {
  name: 'robot',
  table: 'robot',
  label: 'name',
  dictionary: 'robot,name,id',
};
