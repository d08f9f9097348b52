import { route } from '#platform/http/server/route.ts';
import { dictionaryEndpoints } from '../contract/endpoints.ts';
import { readAllItems, readItems, readTexts, refreshCache, searchTable } from './read-dictionaries.ts';

export const dictionaryRoutes = [
  route(dictionaryEndpoints.items, readItems),
  route(dictionaryEndpoints.search, searchTable),
  route(dictionaryEndpoints.texts, readTexts),
  route(dictionaryEndpoints.refresh, refreshCache),
  route(dictionaryEndpoints.all, readAllItems),
];
