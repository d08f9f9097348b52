import { spots } from '#domains/spots/contract/spots.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { amount, choice, flag, instant, integer, reference, text } from '#platform/records/contract/fields.ts';
import { REPAIR_DECIDERS, REPAIR_KINDS, REPAIR_STATES } from './repair.ts';

/** What full uploads and rentals say against each other, with what would put it right, and what did. */
export const rentalRepairs = defineList({
  name: 'rentalRepair',
  rightsOf: 'rental',
  exportNeeds: 'rental:export',
  namespace: 'rental-repairs',
  table: 'listed_rental_repair',
  calls: domainCalls('/rental-repair/api'),
  time: 'foundAt',
  label: 'orderNo',
  fields: {
    orderNo: text(40, { search: true }),
    kind: choice(REPAIR_KINDS, 'rental_repair_kind', { required: true }),
    state: choice(REPAIR_STATES, 'rental_repair_state', { required: true, sort: true }),
    waiting: flag(false, { sort: false }),
    serial: text(40, { search: true }),
    endAt: instant({ required: true, sort: true }),
    feeMinor: amount({ required: true, sort: true, currency: 'currency' }),
    chargedMinor: amount({ currency: 'currency' }),
    giveBackMinor: amount({ required: true, sort: true, currency: 'currency' }),
    confidence: integer(0, 100, { required: true, sort: true, unit: '%' }),
    cabinetName: text(100, { search: true }),
    cabinetImei: text(40, { search: true }),
    slot: integer(1, 1_000),
    startedAt: instant({ sort: true }),
    foundAt: instant({ required: true, sort: true }),
    lastAt: instant({ required: true, sort: true }),
    times: integer(1, 1_000_000, { required: true }),
    spotId: reference(spots),
    customerId: text(64, { search: true }),
    decidedAt: instant({ sort: true }),
    decidedBy: choice(REPAIR_DECIDERS, 'rental_repair_by'),
    decidedByName: text(200, { search: true }),
    note: text(200, { search: true }),
    currency: choice(CURRENCY_CODES, 'currency', { required: true, filter: false }),
  },
});
export type ListedRepair = ListedOf<typeof rentalRepairs>;

/** The tabs of the list, and what the count of those that wait asks for. */
export const REPAIR_VIEWS = { waiting: { waiting: 'true' }, settled: { state: 'settled' }, all: {} } as const;
