import { customers } from '#domains/customers/contract/customers.ts';
import {
  CHANNELS,
  HELD_BECAUSE,
  MESSAGE_KINDS,
  MESSAGE_LOG_KIND,
  MESSAGE_STATES,
} from '#platform/channels/contract/channels.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { choice, flag, instant, integer, reference, text } from '#platform/records/contract/fields.ts';
import { scenes } from './scenes.ts';

/** What people send with this slice, beside the codes, invitations and notices of the program. */
export const PUSH_PURPOSE = 'push';

/** Every message to a phone or a mailbox, and what became of it (settled 121); its content is not kept. */
export const messageLog = defineList({
  name: MESSAGE_LOG_KIND,
  namespace: 'message-log',
  rightsOf: 'push',
  calls: domainCalls('/language/api', {
    page: 'messageLog',
    one: 'messageLogOne',
    export: 'messageLogExport',
  }),
  time: 'requestedAt',
  label: 'recipient',
  fields: {
    recipient: text(254, { search: true, sort: true }),
    title: text(200, { search: true }),
    channel: choice(CHANNELS, 'message_channel', { required: true, sort: true }),
    state: choice(MESSAGE_STATES, 'message_state', { required: true, sort: true }),
    /** Why it waits. */
    heldBecause: choice(HELD_BECAUSE, 'message_held'),
    /** What the person may say no to. */
    kind: choice(MESSAGE_KINDS, 'message_kind'),
    purpose: text(40, { filter: true, sort: true }),
    sceneId: reference(scenes),
    customerId: reference(customers),
    templateCode: text(64, { filter: true, sort: true }),
    attempts: integer(0, 32_767, { required: true, sort: true }),
    lastError: text(40, { filter: true }),
    requestedAt: instant({ required: true, sort: true }),
    dueAt: instant({ sort: true }),
    deliveredAt: instant({ sort: true }),
    changedAt: instant({ required: true, sort: true }),
    remark: text(500),
  },
  /** Failed, and its content is still there. */
  computed: { canSendAgain: flag() },
});
export type LoggedMessage = ListedOf<typeof messageLog>;
