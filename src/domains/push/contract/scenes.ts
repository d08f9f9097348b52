import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, integer, longText, text } from '#platform/records/contract/fields.ts';
import { LONGEST_CODE } from './templates.ts';

/** Settled 123. */
export const PUSH_EVENTS = [
  ...['order-paid', 'order-made', 'order-not-taken', 'order-refunded', 'coupon-given', 'coupon-ending'],
  ...['rental-begun', 'rental-ended', 'rental-overdue', 'points-changed', 'alarm-raised'],
  ...['alarm-escalated', 'alarm-cleared'],
] as const;

/** Seven days, in seconds. */
export const LONGEST_DELAY = 604_800;
export const MOST_TEMPLATES = 10;

/** What is sent together about one matter, some time after it (domain 2, settled 123). */
export const scenes = defineRecords({
  name: 'pushScene',
  namespace: 'push-scenes',
  rightsOf: 'push',
  switch: 'status',
  calls: domainCalls('/MsgPush/api', {
    ...{ page: 'scenePage', one: 'sceneOne', options: 'sceneEnum', history: 'sceneHistory' },
    ...{ add: 'sceneAdd', edit: 'sceneEdit', remove: 'sceneDelete', removeMany: 'sceneDeleteBatch' },
    ...{ turn: 'sceneUpdateStatus', export: 'sceneExport', importCheck: 'sceneImportCheck' },
  }),
  fields: {
    name: text(100, { required: true, unique: true, search: true, sort: true }),
    code: text(LONGEST_CODE, { required: true, unique: true, search: true, sort: true }),
    event: choice(PUSH_EVENTS as unknown as readonly [string, ...string[]], 'push_event', { sort: true }),
    /** In the order in which they are sent, with a comma between. */
    templateCodes: text(MOST_TEMPLATES * (LONGEST_CODE + 1), { required: true, search: true }),
    delaySeconds: integer(0, LONGEST_DELAY, { empty: 0, sort: true, unit: 's' }),
    status: choice([1, 0], 'on_off', { empty: 1, sort: true }),
    description: longText(500),
  },
});
export type PushScene = RecordOf<typeof scenes>;
