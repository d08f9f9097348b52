import type { RecordTarget } from '#platform/records/contract/fields.ts';

/** Fee plans as spots and cabinets point at them, without all that a plan is: forms of spots do not need it. */
export const feePlanTarget: RecordTarget = {
  ...{ name: 'feePlan', table: 'fee_plan', label: 'name', labelZh: 'name_zh', dictionary: 'fee_plan,name,id' },
};
