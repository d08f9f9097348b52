import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, generated, integer, picture, text } from '#platform/records/contract/fields.ts';
import { DISPLAYS, FILE_TYPES, LONGEST_SECONDS } from './codes.ts';

/** A picture or film that screens of cabinets and kiosks show between their own pages (domain 3, settled 70). */
export const clips = defineRecords({
  name: 'ad',
  namespace: 'adverts',
  table: 'ad_clip',
  calls: domainCalls('/powerbank/api', {
    page: 'adInfoList',
    one: 'adInfoGetById',
    options: 'adInfoEnum',
    history: 'adInfoHistory',
    add: 'adInfoAdd',
    edit: 'adInfoEdit',
    turn: 'adInfoUpdateStatus',
    remove: 'adInfoDelete',
    removeMany: 'adInfoDeleteBatch',
    export: 'adInfoExport',
  }),
  // a table carries no pictures
  without: ['importCheck'],
  notFound: 'ad.not-found',
  switch: 'status',
  order: { by: 'sort', direction: 'asc' },
  fields: {
    name: text(100, { required: true, unique: true, search: true, sort: true }),
    file: picture('advert', { required: true }),
    /** Said by the file itself. */
    fileType: generated(choice(FILE_TYPES, 'ad_file_type', { empty: 'image', sort: true })),
    display: generated(choice(DISPLAYS, 'ad_display', { empty: 'vertical', sort: true })),
    /** How long a picture stands; a film says it itself. */
    durationSeconds: integer(1, LONGEST_SECONDS, { unit: 's', sort: true }),
    sort: integer(0, 9_999, { empty: 0, sort: true }),
    status: choice([1, 0], 'valid_status', { empty: 1, sort: true }),
  },
  computed: {
    /** Cabinets and spots where it is shown now or will be. */
    places: integer(0, 1_000_000, { required: true }),
  },
});
export type Clip = RecordOf<typeof clips>;
