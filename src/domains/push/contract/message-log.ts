import { customers } from '#domains/customers/contract/customers.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { choice, flag, instant, integer, reference, text } from '#platform/records/contract/fields.ts';
import { scenes } from './scenes.ts';
import { CHANNELS } from './templates.ts';

/** What people send with this slice, beside the codes, invitations and notices of the program. */
export const PUSH_PURPOSE = 'push';

/** Every message to a phone or a mailbox, and what became of it (settled 121); its content is not kept. */
export const messageLog = defineList({
  name: 'messageDelivery',
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
    state: choice(['pending', 'sent', 'failed'], 'message_state', { required: true, sort: true }),
    purpose: text(40, { filter: true, sort: true }),
    sceneId: reference(scenes),
    customerId: reference(customers),
    templateCode: text(64, { filter: true, sort: true }),
    attempts: integer(0, 32_767, { required: true, sort: true }),
    lastError: text(40, { filter: true }),
    requestedAt: instant({ required: true, sort: true }),
    dueAt: instant({ sort: true }),
    changedAt: instant({ required: true, sort: true }),
    remark: text(500),
  },
  /** Failed, and its content is still there. */
  computed: { canSendAgain: flag() },
});
export type LoggedMessage = ListedOf<typeof messageLog>;
