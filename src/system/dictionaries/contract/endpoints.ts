import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done } from '#platform/http/contract/fields.ts';
import {
  DictionaryItem,
  DictionaryItems,
  DictionaryItemsRequest,
  DictionaryTextRequest,
  DictionaryTextsRequest,
  DictionaryTreeNode,
  DictionaryTreeRequest,
  SearchDictionaryRequest,
} from './dictionary.ts';

/**
 * Read calls of platform.md 7. Plain dictionaries belong to the installation, so a header that names no tenant of the
 * caller is ignored (security 2.1); a table dictionary reads the selected tenant and asks for its own permission.
 */
export const dictionaryEndpoints = {
  items: endpoint({
    method: 'GET',
    path: '/sys/dict/getDictItems/:dictCode',
    scope: 'identity',
    permission: null,
    request: DictionaryItemsRequest,
    response: z.array(DictionaryItem),
    summary: 'Items of one dictionary, those that were switched off included',
  }),
  search: endpoint({
    method: 'GET',
    path: '/sys/dict/loadDict/:dict',
    scope: 'identity',
    permission: null,
    request: SearchDictionaryRequest,
    response: z.array(DictionaryItem),
    summary: 'Options of a table dictionary whose text contains the keyword',
  }),
  texts: endpoint({
    method: 'GET',
    path: '/sys/dict/loadDictItem/:dict',
    scope: 'identity',
    permission: null,
    request: DictionaryTextsRequest,
    response: z.array(z.string()),
    summary: 'Texts of values of a table dictionary, in the order of the values',
  }),
  searchOrdered: endpoint({
    method: 'GET',
    path: '/sys/dict/loadDictOrderByValue/:dict',
    scope: 'identity',
    permission: null,
    request: SearchDictionaryRequest,
    response: z.array(DictionaryItem),
    summary: 'Options of a table dictionary, those whose text contains the keyword first',
  }),
  text: endpoint({
    method: 'GET',
    path: '/sys/dict/getDictText/:dictCode/:key',
    scope: 'identity',
    permission: null,
    request: DictionaryTextRequest,
    response: z.string(),
    summary: 'The text of one value; empty where there is none',
  }),
  tree: endpoint({
    method: 'GET',
    path: '/sys/dict/loadTreeData',
    permission: null,
    request: DictionaryTreeRequest,
    response: z.array(DictionaryTreeNode),
    summary: 'One level of a tree of records, for tree pickers; it asks for the permission to see them',
  }),
  refresh: endpoint({
    method: 'GET',
    alsoMethods: ['POST'],
    path: '/sys/dict/refleshCache',
    scope: 'identity',
    permission: null,
    effect: 'read',
    request: z.strictObject({}),
    response: Done,
    summary: 'Clear the dictionaries that this server caches',
  }),
  all: endpoint({
    method: 'GET',
    path: '/sys/dict/queryAllDictItems',
    scope: 'identity',
    permission: null,
    request: z.strictObject({}),
    response: DictionaryItems,
    summary: 'Enabled items of all dictionaries, as the login answers them',
  }),
};
