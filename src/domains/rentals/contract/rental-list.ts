import { spots } from '#domains/spots/contract/spots.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList } from '#platform/records/contract/define-records.ts';
import { amount, choice, flag, instant, rate, reference, text } from '#platform/records/contract/fields.ts';
import { ENDED_BY, NOT_LENT, RENTAL_KINDS, RENTAL_STATES, RENTAL_STEPS } from './codes.ts';

/** Rentals of power banks (domain 3 and 7). What becomes of one is decided on its own page. */
export const rentals = defineList({
  name: 'rental',
  exportNeeds: 'rental:export',
  namespace: 'rentals',
  table: 'rental_order',
  calls: domainCalls('/order/api', { page: 'list', one: 'queryById' }),
  time: 'createdAt',
  label: 'orderNo',
  notFound: 'rental.not-found',
  asked: {
    /** Hours of the tenant's clocks. */
    startedHour: { kind: 'number' },
    returnedHour: { kind: 'number' },
    /** The unit was with its customer until then; without end while it is. */
    outUntil: { kind: 'time' },
  },
  fields: {
    orderNo: text(40, { search: true }),
    status: choice(RENTAL_STATES, 'rental_status', { required: true, sort: true }),
    serial: text(40, { search: true }),
    cabinetImei: text(40, { search: true }),
    cabinetName: text(100, { search: true }),
    spotId: reference(spots),
    createdAt: instant({ required: true, sort: true }),
    startedAt: instant({ sort: true }),
    returnedAt: instant({ sort: true }),
    endedAt: instant({ sort: true }),
    feeMinor: amount({ sort: true, currency: 'currency' }),
    paidMinor: amount({ required: true, sort: true, currency: 'currency' }),
    refundedMinor: amount({ required: true, currency: 'currency' }),
    kind: choice(RENTAL_KINDS, 'rental_order_type', { required: true }),
    step: choice(RENTAL_STEPS, 'rental_step', { required: true, filter: false }),
    notLent: choice(NOT_LENT, 'rental_not_lent'),
    /** People should look at it. */
    review: flag(false, { sort: false }),
    returnCabinetImei: text(40, { search: true }),
    returnCabinetName: text(100),
    depositMinor: amount({ required: true, currency: 'currency' }),
    taxMinor: amount({ currency: 'currency' }),
    taxRate: rate({ empty: 0 }),
    planName: text(100),
    customerId: text(64, { search: true }),
    endedBy: choice(ENDED_BY, 'rental_ended_by'),
    endedByName: text(200),
    endReason: text(200),
    currency: choice(CURRENCY_CODES, 'currency', { required: true, filter: false }),
  },
});

/** The tabs of the list and what each asks for. */
export const RENTAL_VIEWS = {
  open: { status: '1,2,7' },
  unpaid: { status: '3,5' },
  review: { review: 'true' },
  over: { status: '3,4,5,6' },
  notLent: { status: '0' },
  all: {},
} as const;
