import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { listRecords } from '#platform/records/server/list-records.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { DICTIONARY_LIST, REMOVED_DICTIONARIES } from '../contract/addresses.ts';
import { type DictionaryRecord, dictionaries, dictionaryItems } from '../contract/dictionaries.ts';
import { type DictionaryNode, dictionaryRecordEndpoints } from '../contract/endpoints.ts';
import { dictionaryRecordProblems } from '../contract/problems.ts';
import { dictionaryStorage, pushDictionaries } from './dictionary-storage.ts';
import {
  givePlace,
  guardDictionary,
  guardDictionaryRemoval,
  guardItem,
  guardItemRemoval,
  mustBeRoot,
  refusingCodesInBin,
} from './guard-dictionary.ts';
import { checkItem, orderItems } from './items.ts';
import { knownValues } from './known-values.ts';
import { recycleBin, removeDictionaryForGood, restoreDictionary } from './recycle-bin.ts';

/** Above all that an installation has: the tree is never cut. */
const ALL = 1_000_000;

const served = serveRecords(dictionaries, {
  storage: dictionaryStorage,
  computed: {
    items: sql`(select count(*)::int from dictionary_item as item where item.dictionary_id = record.id)`,
    isDelivered: sql`record.is_delivered`,
    delFlag: sql`0`,
  },
  decide: (_draft, _before, context) => mustBeRoot(context),
  beforeSave: guardDictionary,
  afterSave: pushDictionaries,
  beforeRemove: (tx, { id }) => guardDictionaryRemoval(tx, id),
  afterRemove: pushDictionaries,
  examples: { dictName: 'Cup size', dictNameZh: '杯型', dictCode: 'cup_size', type: 'Text' },
});

async function readTree(
  context: RequestContext,
  { dictName }: { readonly dictName?: string | undefined },
): Promise<DictionaryNode[]> {
  const sorted = { column: 'dictName', order: 'asc', pageNo: 1, pageSize: ALL } as const;
  const asked = dictName ? { ...sorted, dictName: `*${dictName}*` } : sorted;
  const { records } = await listRecords(served.served, context, asked);
  const isChinese = context.language === 'zh-CN';
  return (records as unknown as DictionaryRecord[]).map((row) => ({
    ...row,
    key: row.id,
    title: (isChinese && row.dictNameZh) || row.dictName,
  }));
}

/** Dictionaries as people keep them; `slices` say which values the code knows. */
export function dictionaryRecordSlice(slices: () => readonly ServerSlice[]): ServerSlice {
  const known = knownValues(slices);
  return sliceOf(
    {
      name: 'dictionary-records',
      about: 'Dictionaries and their items as the administrator keeps them, with their recycle bin.',
      problems: dictionaryRecordProblems,
      rootOnly: (['add', 'edit', 'delete'] as const).map((action) => dictionaries.permission(action)),
      menu: [
        {
          page: 'dictionary-records/list',
          kind: dictionaries,
          under: 'isystem',
          path: DICTIONARY_LIST,
          icon: 'list',
          sort: 98,
        },
        {
          page: 'dictionary-records/bin',
          under: 'isystem',
          path: REMOVED_DICTIONARIES,
          title: { namespace: 'dictionary-records', key: 'bin.title' },
          needs: dictionaries.permission('delete'),
          hidden: true,
          sort: 99,
        },
      ],
      routes: [
        route(dictionaryRecordEndpoints.tree, readTree),
        route(dictionaryRecordEndpoints.bin, recycleBin),
        route(dictionaryRecordEndpoints.restore, restoreDictionary),
        route(dictionaryRecordEndpoints.removeForGood, removeDictionaryForGood),
        route(dictionaryRecordEndpoints.checkItem, checkItem),
        route(dictionaryRecordEndpoints.orderItems, orderItems),
      ],
    },
    { ...served, uniqueFields: served.uniqueFields.map(refusingCodesInBin) },
    serveRecords(dictionaryItems, {
      computed: { isDelivered: sql`record.is_delivered` },
      decide: (_draft, _before, context) => mustBeRoot(context),
      beforeSave: (tx, saved) => guardItem(known(), tx, saved),
      generate: givePlace,
      afterSave: pushDictionaries,
      beforeRemove: (tx, row) => guardItemRemoval(known(), tx, row as never),
      afterRemove: pushDictionaries,
    }),
  );
}
