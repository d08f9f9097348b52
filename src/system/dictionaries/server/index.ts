import type { ServerSlice } from '#platform/http/server/slice.ts';
import { dictionaryProblems } from '../contract/problems.ts';
import { dictionaryRoutes } from './routes.ts';

export { allDictionaryItems } from './dictionary-store.ts';
export type { TableDictionary, TableOption } from './table-dictionary.ts';
export { dictionaryCodeField } from './unique-code.ts';

export const dictionaries: ServerSlice = {
  name: 'dictionaries',
  routes: dictionaryRoutes,
  problems: dictionaryProblems,
};
