import { spots } from '#domains/spots/contract/spots.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, defineRecords, type ListedOf, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, generated, instant, integer, longText, reference, text } from '#platform/records/contract/fields.ts';
import { POWER_BANKS } from './addresses.ts';
import { cabinets } from './cabinet.ts';
import { MOST_SLOTS, NOTICE_KINDS, NOTICE_STATES, PLACE_CAUSES, UNIT_STATES } from './codes.ts';

/** A unit that is lent. What cabinets show of it is written by the server; people add units that no cabinet has shown yet. */
export const powerBanks = defineRecords({
  name: 'powerBank',
  namespace: 'power-banks',
  rightsOf: 'cabinet',
  calls: domainCalls(POWER_BANKS, {
    page: 'powerBanklist',
    one: 'powerBankDetail',
    options: 'powerBankEnum',
    history: 'powerBankHistory',
    add: 'powerBankAdd',
    edit: 'powerBankEdit',
    remove: 'powerBankDelete',
    removeMany: 'powerBankDeleteBatch',
    export: 'powerBankExport',
    importCheck: 'powerBankImportCheck',
  }),
  notFound: 'power-bank.not-found',
  asked: {
    /** Where its cabinet stands, or the one in which it was last. */
    spotId: { kind: 'record', dictionary: spots.dictionary },
  },
  fields: {
    serial: text(40, { required: true, unique: true, fixed: true, search: true, sort: true }),
    model: text(60, { search: true }),
    state: generated(choice(UNIT_STATES, 'power_bank_state', { empty: 'in_service', sort: true })),
    /** Where it is, or was last. */
    cabinetId: generated(reference(cabinets)),
    slot: generated(integer(1, MOST_SLOTS)),
    soc: generated(integer(0, 100, { unit: '%', sort: true })),
    cycles: generated(integer(0, 1_000_000, { sort: true })),
    orderNo: generated(text(40)),
    lastSeenAt: generated(instant({ sort: true })),
    remark: longText(500),
  },
  computed: {
    stateSince: instant({ sort: true }),
    /** Notices about it that are open. */
    openNotices: integer(0, 1000, { required: true }),
  },
});
export type PowerBank = RecordOf<typeof powerBanks>;

/** The places where a unit was, the newest first. */
export const powerBankPlaces = defineList({
  name: 'powerBankPlace',
  namespace: 'power-bank-places',
  rightsOf: 'cabinet',
  calls: domainCalls(POWER_BANKS, { page: 'powerBankPlaces', one: 'powerBankPlace', export: 'powerBankPlaceExport' }),
  time: 'at',
  label: 'serial',
  fields: {
    at: instant({ required: true }),
    serial: text(40, { filter: true, search: true }),
    state: choice(UNIT_STATES, 'power_bank_state', { required: true }),
    cause: choice(PLACE_CAUSES, 'power_bank_cause', { required: true }),
    cabinetId: reference(cabinets),
    slot: integer(1, MOST_SLOTS),
    soc: integer(0, 100, { unit: '%' }),
    orderNo: text(40, { filter: true, search: true }),
    byName: text(100),
    reason: text(200),
  },
});
export type PowerBankPlace = ListedOf<typeof powerBankPlaces>;

/** Facts about units that need a hand (settled 63). */
export const powerBankNotices = defineList({
  name: 'powerBankNotice',
  namespace: 'power-bank-notices',
  rightsOf: 'cabinet',
  calls: domainCalls(POWER_BANKS, { page: 'noticeList', one: 'notice', export: 'noticeExport' }),
  time: 'openedAt',
  label: 'serial',
  fields: {
    openedAt: instant({ required: true }),
    kind: choice(NOTICE_KINDS, 'power_bank_notice', { required: true }),
    serial: text(40, { filter: true, search: true }),
    cabinetId: reference(cabinets),
    slot: integer(1, MOST_SLOTS),
    detail: text(200),
    orderNo: text(40),
    state: choice(NOTICE_STATES, 'power_bank_notice_state', { required: true, sort: true }),
    doneAt: instant(),
    doneBy: text(100),
    note: text(200),
  },
});
export type PowerBankNotice = ListedOf<typeof powerBankNotices>;
