import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { amount, choice, flag, generated, integer, rows, text } from '#platform/records/contract/fields.ts';
import { checkCategories } from './check-parts.ts';
import { GROUP_KINDS, MAX_SORT, MOST_CATEGORIES } from './goods-codes.ts';

/** What customers choose from, such as milk or size (domain 3, settled 72 and 73); drinks have several. */
export const groups = defineRecords({
  name: 'goodsGroup',
  namespace: 'goods-groups',
  table: 'option_group',
  olderTable: 'goods_group',
  rightsOf: 'beverage',
  calls: domainCalls('/goods/api', {
    page: 'categoryTypes',
    one: 'groupGet',
    options: 'groupEnum',
    history: 'groupHistory',
    add: 'groupAdd',
    edit: 'groupUpdate',
    remove: 'groupDelete',
    removeMany: 'groupDeleteBatch',
    export: 'groupExport',
    importCheck: 'groupImportCheck',
  }),
  labelZh: 'nameZh',
  order: { by: 'sort', direction: 'asc' },
  fields: {
    name: text(100, { required: true, search: true, sort: true, filter: true }),
    nameZh: text(100, { search: true }),
    kind: choice(GROUP_KINDS, 'option_group_kind', { empty: 'single', sort: true }),
    required: flag(),
    /** What a new category costs where nothing else is said. */
    costMinor: amount({ empty: 0 }),
    /** Of several choices. */
    minChoices: integer(1, MOST_CATEGORIES),
    maxChoices: integer(1, MOST_CATEGORIES),
    /** Lower first, as a storefront shows them below a drink. */
    sort: integer(0, MAX_SORT, { empty: 0, sort: true }),
    /** In their order; a category without an id is a new one. */
    categories: rows(
      {
        id: generated(text(36)),
        name: text(100, { required: true }),
        nameZh: text(100),
        costMinor: amount(),
      },
      MOST_CATEGORIES,
      checkCategories,
    ),
  },
  computed: { beverageCount: integer(0, Number.MAX_SAFE_INTEGER, { required: true }) },
});
export type Group = RecordOf<typeof groups>;
