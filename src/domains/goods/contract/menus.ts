import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { integer, picture, type RecordTarget, reference, text } from '#platform/records/contract/fields.ts';
import { MAX_SORT } from './goods-codes.ts';

/** Menus as drinks, and they themselves, point at them. */
export const menuTarget: RecordTarget = {
  name: 'goodsMenu',
  table: 'menu',
  label: 'name',
  labelZh: 'name_zh',
  dictionary: 'goods_menu,name,id',
};

/** How drinks are grouped for customers: a tree of names and pictures (domain 3, settled 72). */
export const menus = defineRecords({
  name: 'goodsMenu',
  namespace: 'goods-menus',
  table: 'menu',
  olderTable: 'goods_menu',
  rightsOf: 'beverage',
  calls: domainCalls('/goods/api', {
    page: 'menus',
    one: 'menuGet',
    options: 'menuEnum',
    history: 'menuHistory',
    add: 'menuAdd',
    edit: 'menuUpdate',
    remove: 'menuDelete',
    removeMany: 'menuDeleteBatch',
    export: 'menuExport',
    importCheck: 'menuImportCheck',
    exportXls: 'menuExportXls',
  }),
  labelZh: 'nameZh',
  parent: 'parentId',
  order: { by: 'sort', direction: 'desc' },
  // clients draw the whole tree at once
  pageSize: 200,
  fields: {
    name: text(100, { required: true, search: true, sort: true, filter: true }),
    nameZh: text(100, { search: true }),
    parentId: reference(menuTarget),
    image: picture('menu'),
    /** Higher first. */
    sort: integer(0, MAX_SORT, { empty: 0, sort: true }),
  },
  computed: {
    beverageCount: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
    /** Right below. */
    menuCount: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
  },
});
export type Menu = RecordOf<typeof menus>;
