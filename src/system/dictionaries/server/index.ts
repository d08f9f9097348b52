import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { dictionaryEndpoints } from '../contract/endpoints.ts';
import { dictionaryProblems } from '../contract/problems.ts';
import {
  readAllItems,
  readItems,
  readText,
  readTexts,
  refreshCache,
  searchOrdered,
  searchTable,
  type Tables,
} from './read-dictionaries.ts';
import { readTree, treesOf } from './read-tree.ts';

export { allDictionaryItems } from './dictionary-store.ts';

/** Codes and tables as dictionaries; `slices` declare the tables. */
export function dictionarySlice(slices: readonly ServerSlice[]): ServerSlice {
  const declared = new Map(slices.flatMap((slice) => slice.tableDictionaries ?? []).map((one) => [one.name, one]));
  const sources = slices.flatMap((slice) => slice.dictionarySources ?? []);
  const found = (name: string) => sources.map((source) => source(name)).find((one) => one !== undefined);
  const tables: Tables = { get: (name) => declared.get(name) ?? found(name) };
  const trees = treesOf(slices);
  return {
    name: 'dictionaries',
    about: 'Codes and their words in both languages, for choices, filters and texts.',
    routes: [
      route(dictionaryEndpoints.items, (context, request) => readItems(tables, context, request)),
      route(dictionaryEndpoints.search, (context, request) => searchTable(tables, context, request)),
      route(dictionaryEndpoints.searchOrdered, (context, request) => searchOrdered(tables, context, request)),
      route(dictionaryEndpoints.text, (context, request) => readText(tables, context, request)),
      route(dictionaryEndpoints.tree, (context, request) => readTree(trees, context, request)),
      route(dictionaryEndpoints.texts, (context, request) => readTexts(tables, context, request)),
      route(dictionaryEndpoints.refresh, refreshCache),
      route(dictionaryEndpoints.all, readAllItems),
    ],
    problems: dictionaryProblems,
  };
}
