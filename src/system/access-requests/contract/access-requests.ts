import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { choice, instant, longText, text } from '#platform/records/contract/fields.ts';

const STATES = ['open', 'granted', 'refused'] as const;

/** Who asked for a right that he lacks, and what became of it. */
export const accessRequests = defineList({
  name: 'accessRequest',
  namespace: 'access-requests',
  calls: systemCalls('/sys/accessRequest'),
  time: 'createdAt',
  label: 'userName',
  fields: {
    userName: text(200, { search: true, sort: true }),
    action: text(100, { search: true, sort: true }),
    reason: longText(500, { search: true }),
    state: choice(STATES, 'access_request_state', { required: true, sort: true }),
    createdAt: instant({ required: true, sort: true }),
    roleName: text(100),
    endsAt: instant(),
    answeredBy: text(200),
    answeredAt: instant({ sort: true }),
    answer: text(500),
  },
});
export type AccessRequest = ListedOf<typeof accessRequests>;
