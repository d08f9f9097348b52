import { robotTarget } from '#domains/robots/contract/robot-target.ts';
import { Text } from '#platform/http/contract/fields.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, flag, generated, instant, reference, text } from '#platform/records/contract/fields.ts';

export const POS_STATES = ['enabled', 'disabled'] as const;
/** As a terminal says it itself: whether it reaches the payment provider. */
export const POS_NETWORKS = ['reachable', 'unreachable'] as const;

/** A payment terminal (domain 3 and 7, settled 58 and 59). */
export const pos = defineRecords({
  name: 'pos',
  namespace: 'pos',
  table: 'pos_terminal',
  olderTable: 'pos_machine',
  calls: domainCalls('/pos-machine/api', { page: 'deviceList', one: 'get', edit: 'update', remove: 'del' }),
  // each has an account at the broker, which a file cannot carry
  without: ['importCheck'],
  switch: 'status',
  fields: {
    // unique over all tenants and kinds of device, which the addition sees to
    imei: text(40, { required: true, fixed: true, search: true, sort: true }),
    name: text(100, { required: true, unique: true, search: true, sort: true }),
    posCode: text(64, { required: true, unique: true, search: true, sort: true }),
    zipCode: text(20),
    address: text(200, { search: true }),
    country: text(2),
    status: choice(POS_STATES, 'pos_status', { empty: 'enabled', sort: true }),
    robotId: generated(reference(robotTarget)),
    readerRef: generated(text(100)),
    locationRef: generated(text(100)),
    serialNumber: generated(text(100)),
    registeredAt: generated(instant()),
  },
  /** Shown on the terminal; with it the terminal is registered at the payment provider at once. */
  addWith: { registrationCode: Text(100).optional() },
  computed: {
    online: flag(),
    lastHeardAt: instant(),
    firmware: text(100),
    network: text(20),
  },
});
export type Pos = RecordOf<typeof pos>;
