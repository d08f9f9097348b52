import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { amount, choice, day, instant, integer, text } from '#platform/records/contract/fields.ts';
import { CLOSE_STATES } from './codes.ts';

const MOST = 1_000_000_000;

/** Days of the tenant, and whether their books fit together. */
export const dailyCloses = defineList({
  name: 'dailyClose',
  namespace: 'daily-close',
  calls: domainCalls('/daily-close/api'),
  time: 'fromAt',
  label: 'day',
  notFound: 'daily-close.not-found',
  fields: {
    day: day({ required: true, sort: true }),
    state: choice(CLOSE_STATES, 'daily_close_state', { required: true, sort: true }),
    openCount: integer(0, MOST, { required: true, sort: true }),
    foundCount: integer(0, MOST, { required: true }),
    correctionCount: integer(0, MOST, { required: true }),
    orderCount: integer(0, MOST, { required: true, sort: true }),
    salesMinor: amount({ required: true, sort: true, currency: 'currency' }),
    signedByName: text(200, { search: true, filter: true }),
    signedAt: instant({ sort: true }),
    runAt: instant({ sort: true }),
    timeZone: text(60),
    fromAt: instant({ required: true, sort: true }),
    beforeAt: instant({ required: true }),
    currency: text(3),
  },
});
export type ListedClose = ListedOf<typeof dailyCloses>;
