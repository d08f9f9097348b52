import type { ServerSlice } from '#platform/http/server/slice.ts';
import { dictionaryProblems } from '../contract/problems.ts';
import { dictionaryRoutes } from './routes.ts';

export { allDictionaryItems } from './dictionary-store.ts';
export type { TableDictionary, TableOption } from './table-dictionary.ts';
export { dictionaryCodeField } from './unique-code.ts';

export const dictionaries: ServerSlice = {
  name: 'dictionaries',
  about: 'Codes and their words in both languages, for choices, filters and texts.',
  routes: dictionaryRoutes,
  problems: dictionaryProblems,
};
