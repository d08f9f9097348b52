import { systemCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, flag, integer, longText, reference, text } from '#platform/records/contract/fields.ts';

/** Whether the values of a dictionary are texts or numbers. */
export const DICTIONARY_TYPES = [0, 1] as const;
export const OF_NUMBERS = 1;

/** Dictionaries of the installation (system-api.md 5.6, settled 25). */
export const dictionaries = defineRecords({
  name: 'dictionary',
  namespace: 'dictionary-records',
  table: 'dictionary_record',
  calls: systemCalls('/sys/dict'),
  fields: {
    dictName: text(100, { required: true, search: true, sort: true }),
    dictNameZh: text(100, { search: true }),
    dictCode: text(64, { required: true, unique: true, search: true, sort: true }),
    type: choice(DICTIONARY_TYPES, 'dict_type', { empty: 0 }),
    description: longText(500),
  },
  /** How many items it has; those that the product comes with are delivered, their codes and values stay. */
  computed: {
    items: integer(0, 100_000, { empty: 0, sort: true }),
    isDelivered: flag(),
    delFlag: integer(0, 1, { empty: 0 }),
  },
  labelZh: 'dictNameZh',
  order: { by: 'dictName', direction: 'asc' },
  olderTable: 'sys_dict',
});
export type DictionaryRecord = RecordOf<typeof dictionaries>;

export const ITEM_STATES = [1, 0] as const;

/** Values of a dictionary with their words. One that was switched off is no longer offered, and keeps its words. */
export const dictionaryItems = defineRecords({
  name: 'dictionaryItem',
  namespace: 'dictionary-items',
  table: 'dictionary_item_record',
  calls: systemCalls('/sys/dictItem'),
  rightsOf: 'dictionary',
  fields: {
    dictId: reference(dictionaries, { required: true }),
    itemText: text(200, { required: true, search: true, sort: true }),
    itemTextZh: text(200, { search: true }),
    itemValue: text(100, { required: true, unique: { within: 'dictId' }, search: true, sort: true }),
    description: longText(500),
    sortOrder: integer(0, 100_000, { empty: 0, sort: true }),
    status: choice(ITEM_STATES, 'dict_item_status', { empty: 1 }),
  },
  computed: { isDelivered: flag() },
  label: 'itemText',
  labelZh: 'itemTextZh',
  switch: 'status',
  order: { by: 'sortOrder', direction: 'asc' },
  without: ['export', 'importCheck', 'exportXls', 'importExcel'],
  olderTable: 'sys_dict_item',
});
export type DictionaryItemRecord = RecordOf<typeof dictionaryItems>;
