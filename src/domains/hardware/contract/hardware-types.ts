import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, longText, reference, text } from '#platform/records/contract/fields.ts';
import { suppliers } from './suppliers.ts';

/** Domain.md 9, in its order. */
export const HARDWARE_KINDS = [
  'ice_maker',
  'robot_arm',
  'food_printer',
  'plc',
  'ipc',
  'milk_frother',
  'syrup_maker',
  'coffee_maker',
] as const;
/** How much a fault of such a part weighs (settled 142). */
export const FAULT_SEVERITIES = ['critical', 'major', 'minor'] as const;

export const hardwareTypes = defineRecords({
  name: 'hardwareType',
  namespace: 'hardware-types',
  calls: domainCalls('/HardwareType/api', { edit: 'update' }),
  fields: {
    name: text(100, { required: true, unique: true, search: true, sort: true }),
    model: text(100, { required: true, search: true, sort: true }),
    kind: choice(HARDWARE_KINDS, 'hardware_kind', { required: true, sort: true }),
    faultSeverity: choice(FAULT_SEVERITIES, 'fault_severity', { required: true }),
    supplierId: reference(suppliers),
    remark: longText(500),
  },
});
export type HardwareType = RecordOf<typeof hardwareTypes>;
