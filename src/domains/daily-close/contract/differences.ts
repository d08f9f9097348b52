import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList } from '#platform/records/contract/define-records.ts';
import { amount, choice, day, instant, text } from '#platform/records/contract/fields.ts';
import { DIFFERENCE_KINDS, DIFFERENCE_STATES, MENDING_ACTS, SUBJECTS } from './codes.ts';

/** What did not fit together, of all days. */
export const closeDifferences = defineList({
  name: 'closeDifference',
  rightsOf: 'dailyClose',
  namespace: 'close-differences',
  table: 'daily_close_difference',
  calls: domainCalls('/daily-close/api/difference'),
  time: 'foundAt',
  label: 'subjectNo',
  notFound: 'daily-close.difference-not-found',
  fields: {
    day: day({ required: true, sort: true }),
    kind: choice(DIFFERENCE_KINDS, 'close_difference_kind', { required: true, sort: true }),
    state: choice(DIFFERENCE_STATES, 'close_difference_state', { required: true, sort: true }),
    subject: choice(SUBJECTS, 'close_subject', { required: true }),
    subjectNo: text(200, { search: true }),
    orderNo: text(40, { search: true }),
    providerRef: text(200, { search: true }),
    expectedMinor: amount({ currency: 'currency' }),
    foundMinor: amount({ currency: 'currency' }),
    happenedAt: instant({ sort: true }),
    foundAt: instant({ required: true, sort: true }),
    settledAt: instant({ sort: true }),
    settledByName: text(200, { search: true }),
    reason: text(500),
    act: choice(MENDING_ACTS, 'close_act'),
    currency: text(3),
  },
});
