import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, integer, longText, text } from '#platform/records/contract/fields.ts';
import { MATERIAL_TYPES, MATERIAL_UNITS } from './material-codes.ts';

/** What drinks are made of and robots hold (domain 3 and 9, settled 145). */
export const materials = defineRecords({
  name: 'material',
  namespace: 'materials',
  calls: domainCalls('/MaterialInfo/api', { edit: 'update' }),
  olderTable: 'material_info',
  labelZh: 'nameZh',
  fields: {
    name: text(100, { required: true, unique: true, search: true, sort: true }),
    nameZh: text(100, { search: true }),
    materialType: choice(MATERIAL_TYPES, 'material_type', { required: true, sort: true }),
    unit: choice(MATERIAL_UNITS, 'material_unit', { required: true }),
    /** How it is bought, in words: "1 kg bag". */
    specs: text(200, { search: true }),
    /** The word of robots for it, in what they report and are told; made from the name where nobody says one. */
    code: text(40, { search: true, sort: true }),
    description: longText(500),
  },
  computed: {
    beverageCount: integer(0, 1_000_000, { empty: 0, sort: true }),
    robotCount: integer(0, 1_000_000, { empty: 0, sort: true }),
  },
});
export type Material = RecordOf<typeof materials>;
