import { MESSAGE_FAULTS, MESSAGE_STATES } from '#platform/channels/contract/channels.ts';
import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, instant, references, text } from '#platform/records/contract/fields.ts';
import { SPOT_ACCESS, users } from '#system/users/contract/users.ts';

const { selectedroles, selecteddeparts, spotIds } = users.fields;
const roles = selectedroles.target;
const departments = selecteddeparts.target;
const spots = spotIds.target;
if (!roles || !departments || !spots) throw new Error('people have roles, departments and spots');

const STATES = ['open', 'accepted', 'expired'] as const;
const MOST = 50;
const MOST_SPOTS = 1_000;

/** A phone or a mailbox: who reads the code there owns it. */
const CONTACT = /^(\+?[0-9](?:[0-9 ()./-]{3,28})[0-9]|[^\s@,;<>"]{1,64}@[^\s@,;<>"]+\.[^\s@,;<>".]{2,})$/;
const contact = text(200, { required: true, search: true, sort: true });

/**
 * Asks somebody to join a tenant, whether or not he has an account already, which the tenant does not get to know (settled 18):
 * the membership begins when the owner of the phone or mailbox accepts.
 */
export const invitations = defineRecords({
  name: 'invitation',
  namespace: 'invitations',
  calls: systemCalls('/sys/invitation'),
  fields: {
    contact: { ...contact, input: contact.input.refine((value) => CONTACT.test(value), { message: 'fault.contact' }) },
    roleIds: references(roles, MOST, { required: true }),
    departmentIds: references(departments, MOST),
    spotAccess: choice(SPOT_ACCESS, 'spot_access', { empty: 'all', filter: false }),
    spotIds: references(spots, MOST_SPOTS),
  },
  computed: {
    state: choice(STATES, 'invitation_state', { required: true, filter: false }),
    expiresAt: instant({ required: true }),
    acceptedBy: text(200),
    /** How far the message with the link has come, while it is known. */
    delivery: choice(MESSAGE_STATES, 'push_status', { filter: false }),
    /** Why that message failed. */
    deliveryFault: choice(MESSAGE_FAULTS, 'message_fault', { filter: false }),
  },
  without: ['edit', 'importCheck', 'importExcel', 'export', 'exportXls', 'options'],
});
export type Invitation = RecordOf<typeof invitations>;
