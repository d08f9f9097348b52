import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { amount, integer, reference, text } from '#platform/records/contract/fields.ts';
import { MAX_SORT } from './goods-codes.ts';
import { groups } from './groups.ts';

/** The choices of all groups in one list (settled 72); a group's form has its own. */
export const categories = defineRecords({
  name: 'goodsCategory',
  namespace: 'goods-categories',
  table: 'option_choice',
  olderTable: 'goods_category',
  rightsOf: 'beverage',
  calls: domainCalls('/goods/api', {
    page: 'categories',
    one: 'categoryGet',
    options: 'categoryEnum',
    history: 'categoryHistory',
    add: 'categoryAdd',
    edit: 'categoryUpdate',
    remove: 'categoryDelete',
    removeMany: 'categoryDeleteBatch',
    export: 'categoryExport',
    importCheck: 'categoryImportCheck',
  }),
  labelZh: 'nameZh',
  fields: {
    name: text(100, { required: true, unique: { within: 'groupId' }, search: true, sort: true, filter: true }),
    nameZh: text(100, { unique: { within: 'groupId' }, search: true }),
    groupId: reference(groups, { required: true }),
    /** On top of the drink's price; the group's cost where nothing is said. */
    costMinor: amount({ sort: true }),
    /** Lower first within its group. */
    sort: integer(0, MAX_SORT, { empty: 0, sort: true }),
  },
});
export type Category = RecordOf<typeof categories>;
