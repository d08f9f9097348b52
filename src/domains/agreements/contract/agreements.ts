import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, instant, integer, longText, picture, richText, text } from '#platform/records/contract/fields.ts';

/** Domain 3. */
export const AGREEMENT_TYPES = ['user', 'privacy'] as const;
/** Published first: what the list switches on. */
export const AGREEMENT_STATES = [1, 0] as const;
const LONGEST_TEXT = 100_000;

/** Terms of use and privacy policies (domain 3). `version` is the record's own, so theirs is `termsVersion`. */
export const agreements = defineRecords({
  name: 'agreement',
  namespace: 'agreements',
  calls: domainCalls('/tenantinfo/api', {
    page: 'termsInfoPage',
    one: 'termsInfoQueryById',
    options: 'termsInfoEnum',
    history: 'termsInfoHistory',
    add: 'termsInfoAdd',
    edit: 'termsInfoEdit',
    turn: 'termsInfoUpdateStatus',
    remove: 'termsInfoDelete',
    removeMany: 'termsInfoDeleteBatch',
    export: 'termsInfoExport',
    importCheck: 'termsInfoImportCheck',
  }),
  label: 'termsVersion',
  switch: 'status',
  fields: {
    type: choice(AGREEMENT_TYPES, 'agreement_type', { required: true, sort: true }),
    termsVersion: text(20, { required: true, unique: { within: 'type' }, search: true, sort: true }),
    updateInfo: longText(500, { required: true, search: true }),
    /** Where it can be read; needed unless it is written here. */
    url: text(500),
    content: richText(LONGEST_TEXT),
    contentZh: richText(LONGEST_TEXT),
    image: picture('agreement'),
    status: choice(AGREEMENT_STATES, 'agreement_status', { empty: 0, sort: true }),
  },
  computed: {
    /** When it was published first; from then on its words stay. */
    publishedAt: instant({ sort: true }),
    acceptances: integer(0, Number.MAX_SAFE_INTEGER, { required: true, sort: true }),
  },
});
export type Agreement = RecordOf<typeof agreements>;
