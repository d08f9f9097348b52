import { clients } from '#domains/clients/contract/clients.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import {
  amount,
  choice,
  day,
  email,
  flag,
  generated,
  instant,
  integer,
  longText,
  phone,
  reference,
  text,
} from '#platform/records/contract/fields.ts';

/** Phones and mailboxes as they are. */
export const CONTACT_PERMISSION = 'app-user:contact';
/** What the word of a client may be. */
export const LONGEST_WORD = 64;
export const BARCODE_DIGITS = 12;

/**
 * Who buys through a client of the storefront (settled 39, 107): known by that client and the word that it calls the person by.
 * Clients make them; staff see and correct them.
 */
export const customers = defineRecords({
  name: 'customer',
  namespace: 'customers',
  rightsOf: 'appUser',
  notFound: 'customer.not-found',
  calls: domainCalls('/account/accountInfoModel', { page: 'list', one: 'getById' }, { readsByGet: true }),
  olderTable: 'account_info_model',
  switch: 'status',
  // nobody is made by hand, and who leaves is erased: a call of its own
  without: ['add', 'remove', 'removeMany', 'importCheck'],
  order: { by: 'lastSeenAt', direction: 'desc' },
  fields: {
    name: text(100, { search: true, sort: true }),
    userId: generated(text(LONGEST_WORD, { search: true, sort: true, filter: true })),
    clientId: generated(reference(clients)),
    // nobody finds what he may not see: the search page looks at them for those who may
    phone: { ...phone({ masked: true }), asked: null },
    email: { ...email({ masked: true }), asked: null },
    /** Where a mailbox is changed by hand it is not verified any more. */
    emailVerified: generated(flag(false)),
    language: text(35, { filter: true }),
    birthday: day(),
    /** To be written to with offers. */
    consent: flag(false),
    consentAt: generated(instant()),
    barcode: generated(text(BARCODE_DIGITS, { search: true })),
    status: choice([1, 0], 'on_off', { empty: 1, sort: true }),
    remark: longText(500),
    lastSeenAt: generated(instant({ sort: true })),
    erasedAt: generated(instant()),
  },
  computed: {
    orderCount: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
    /** Paid, less what went back; minor units of the tenant. */
    spentMinor: amount({ required: true }),
  },
});
export type Customer = RecordOf<typeof customers>;
