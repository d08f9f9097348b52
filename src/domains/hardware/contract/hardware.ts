import { robotTarget } from '#domains/robots/contract/robot-target.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, day, longText, reference, text } from '#platform/records/contract/fields.ts';
import { hardwareTypes } from './hardware-types.ts';

export const HARDWARE_STATES = ['in_use', 'spare', 'broken'] as const;

/** A part by itself: where it is, and how long its maker answers for it (settled 56). */
export const hardware = defineRecords({
  name: 'hardware',
  namespace: 'hardware',
  calls: domainCalls('/Hardware/api', { edit: 'update' }),
  fields: {
    serialNumber: text(100, { required: true, unique: true, search: true, sort: true }),
    hardwareTypeId: reference(hardwareTypes, { required: true }),
    status: choice(HARDWARE_STATES, 'hardware_status', { required: true, sort: true }),
    robotId: reference(robotTarget),
    installedOn: day({ sort: true }),
    warrantyUntil: day({ sort: true }),
    remark: longText(500),
  },
});
export type Hardware = RecordOf<typeof hardware>;
