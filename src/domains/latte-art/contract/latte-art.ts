import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, integer, picture, text } from '#platform/records/contract/fields.ts';

/** What a drawing machine prints on the foam of a cup (domain 1, settled 83). */
export const latteArt = defineRecords({
  name: 'latteArt',
  namespace: 'latte-art',
  calls: domainCalls('/LatteArt/api', { edit: 'update' }),
  // it is a picture, and a table carries none
  without: ['importCheck'],
  switch: 'status',
  labelZh: 'nameZh',
  fields: {
    name: text(100, { required: true, unique: true, search: true, sort: true }),
    nameZh: text(100, { search: true }),
    image: picture('latte-art', { required: true }),
    sort: integer(0, 9_999, { empty: 0, sort: true }),
    status: choice([1, 0], 'valid_status', { empty: 1, sort: true }),
  },
});
export type LatteArt = RecordOf<typeof latteArt>;
