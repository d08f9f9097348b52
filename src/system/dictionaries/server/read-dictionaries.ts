import type { RequestContext } from '#platform/context/server/request-context.ts';
import { noteSignature } from '#platform/http/server/note-signature.ts';
import { requirePermission } from '#platform/http/server/require-permission.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { TableDictionary } from '#platform/records/server/slice-parts.ts';
import {
  DICTIONARY_PAGE_SIZE,
  type DictionaryItem,
  type DictionaryItems,
  type DictionaryItemsRequest,
  type DictionaryTextRequest,
  type DictionaryTextsRequest,
  type SearchDictionaryRequest,
} from '../contract/dictionary.ts';
import { readDictionaryCode, valuesOf } from '../rules/dictionary-code.ts';
import { allDictionaryItems, findItems, invalidateDictionaries, toItem } from './dictionary-store.ts';

/** A table dictionary without a keyword is cut here: who needs more of it searches. */
const MOST_ITEMS = 200;
const MOST_VALUES = 200;

/** The tables that slices declare as dictionaries, by name. */
export type Tables = Pick<ReadonlyMap<string, TableDictionary>, 'get'>;

export async function readItems(
  tables: Tables,
  context: RequestContext,
  request: DictionaryItemsRequest,
): Promise<DictionaryItem[]> {
  const { dictCode } = request;
  await noteSignature(context, addressOf('getDictItems', dictCode), {});
  const code = readDictionaryCode(dictCode) ?? raise('dictionary.code-malformed');
  if (code.kind === 'plain') return context.identity((db) => findItems(db, code.code, context.language));
  const options = await tableNamed(tables, context, code.name).search(context, { keyword: '', limit: MOST_ITEMS });
  return options.map(({ value, text }) => toItem(value, text));
}

export async function searchTable(
  tables: Tables,
  context: RequestContext,
  request: SearchDictionaryRequest,
): Promise<DictionaryItem[]> {
  const { dict, keyword = '', pageSize = DICTIONARY_PAGE_SIZE } = request;
  await noteSignature(context, addressOf('loadDict', dict), { keyword: request.keyword, pageSize: request.pageSize });
  const options = await tableOf(tables, context, dict).search(context, { keyword, limit: pageSize });
  return options.map(({ value, text }) => toItem(value, text));
}

/** Options with those first whose text contains the keyword, so that a picker shows both (system-api.md 5.6). */
export async function searchOrdered(
  tables: Tables,
  context: RequestContext,
  request: SearchDictionaryRequest,
): Promise<DictionaryItem[]> {
  const { dict, keyword = '', pageSize: limit = DICTIONARY_PAGE_SIZE } = request;
  const table = tableOf(tables, context, dict);
  const matching = keyword === '' ? [] : await table.search(context, { keyword, limit });
  const others = matching.length < limit ? await table.search(context, { keyword: '', limit }) : [];
  const options = new Map([...matching, ...others].map(({ value, text }) => [value, text]));
  return [...options].slice(0, limit).map(([value, text]) => toItem(value, text));
}

export async function readText(
  tables: Tables,
  context: RequestContext,
  { dictCode, key }: DictionaryTextRequest,
): Promise<string> {
  const code = readDictionaryCode(dictCode) ?? raise('dictionary.code-malformed');
  if (code.kind === 'plain') {
    const items = await context.identity((db) => findItems(db, code.code, context.language));
    return items.find(({ value }) => value === key)?.text ?? '';
  }
  const [found] = await tableNamed(tables, context, code.name).find(context, [key]);
  return found?.text ?? '';
}

/** Texts in the order of the values; an unknown value is left out, or stays itself where the caller wants its place kept. */
export async function readTexts(
  tables: Tables,
  context: RequestContext,
  request: DictionaryTextsRequest,
): Promise<string[]> {
  const { dict, key, delNotExist } = request;
  await noteSignature(context, addressOf('loadDictItem', dict), { key, delNotExist });
  const table = tableOf(tables, context, dict);
  const values = valuesOf(key).slice(0, MOST_VALUES);
  const texts = new Map((await table.find(context, values)).map((option) => [option.value, option.text]));
  return values.flatMap((value) => texts.get(value) ?? (delNotExist === 'false' ? [value] : []));
}

export function readAllItems(context: RequestContext): Promise<DictionaryItems> {
  return context.identity((db) => allDictionaryItems(context.services, db, context.language));
}

/** The spelling of the call is part of the contract (system-api.md 5.6). */
export async function refreshCache({ services }: RequestContext): Promise<null> {
  invalidateDictionaries(services);
  return null;
}

/** As the client wrote it: commas stay readable in the path. */
function addressOf(call: string, code: string): string {
  return `/sys/dict/${call}/${encodeURIComponent(code).replaceAll('%2C', ',')}`;
}

/** For the calls that know table dictionaries only: a plain code is malformed there (system-api.md 5.6). */
function tableOf(tables: Tables, context: RequestContext, text: string): TableDictionary {
  const code = readDictionaryCode(text);
  if (code?.kind !== 'table') raise('dictionary.code-malformed');
  return tableNamed(tables, context, code.name);
}

function tableNamed(tables: Tables, context: RequestContext, name: string): TableDictionary {
  const table = tables.get(name) ?? raise('dictionary.code-malformed');
  if (context.tenantId === '') raise('dictionary.tenant-needed');
  const { actor } = context;
  if (table.permission !== null) requirePermission(actor, table.permission);
  return table;
}
