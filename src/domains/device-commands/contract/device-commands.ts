import { COMMAND_STATES } from '#domains/devices/contract/commands.ts';
import { DEVICE_KINDS } from '#domains/devices/contract/topics.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { choice, flag, instant, integer, longText, text } from '#platform/records/contract/fields.ts';

/** Every command to every device, and what became of it (practice 11). */
export const deviceCommands = defineList({
  name: 'deviceCommand',
  namespace: 'device-commands',
  calls: domainCalls('/device-command/api'),
  rightsOf: 'robot',
  time: 'issuedAt',
  label: 'cmd',
  fields: {
    issuedAt: instant({ required: true, sort: true }),
    imei: text(40, { search: true, filter: true }),
    cmd: text(40, { filter: true, sort: true }),
    state: choice(COMMAND_STATES, 'command_state', { required: true, sort: true }),
    requestedByName: text(200, { filter: true, search: true, sort: true }),
    reason: text(500, { search: true }),
    resultCode: text(64, { filter: true }),
    resultText: text(500),
    orderNo: text(40, { search: true }),
    kind: choice(DEVICE_KINDS, 'device_kind', { required: true }),
    sentAt: instant(),
    acceptedAt: instant(),
    finishedAt: instant({ sort: true }),
    attempts: integer(0, 32_767, { required: true }),
    ttlSeconds: integer(0, 1_000_000_000, { required: true, unit: 's' }),
    late: flag(),
  },
  computed: {
    deviceName: text(200),
    /** JSON as text: what the device got, and what it answered, such as `before` and `after`. */
    payload: longText(100_000),
    resultData: longText(100_000),
    percent: integer(0, 100),
  },
});
export type ListedCommand = ListedOf<typeof deviceCommands>;
