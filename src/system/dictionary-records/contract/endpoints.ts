import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id, Instant, Text } from '#platform/http/contract/fields.ts';
import { type DictionaryRecord, dictionaries, dictionaryItems } from './dictionaries.ts';

/** A dictionary in the recycle bin. */
export const RemovedDictionary = z.strictObject({
  id: z.string(),
  dictName: z.string(),
  dictNameZh: z.string(),
  dictCode: z.string(),
  type: z.int(),
  description: z.string(),
  delFlag: z.literal(1),
  items: z.int(),
  removedAt: Instant,
  removedBy: z.string(),
});
export type RemovedDictionary = z.infer<typeof RemovedDictionary>;

/** A dictionary as a node of a tree, named in the reader's language. */
const row = dictionaries.endpoints.one.response as unknown as z.ZodObject;
export const DictionaryNode = row.extend({ key: z.string(), title: z.string() }) as unknown as z.ZodType<
  { key: string; title: string } & DictionaryRecord
>;
export type DictionaryNode = z.infer<typeof DictionaryNode>;

/** As many as one dictionary has. */
const MOST_ITEMS = 1_000;
export const OrderItemsRequest = z.strictObject({ dictId: Id, ids: z.array(Id).min(1).max(MOST_ITEMS) });
export type OrderItemsRequest = z.infer<typeof OrderItemsRequest>;

export const CheckItemRequest = z.strictObject({ dictId: Id, itemValue: Text(100, 1), id: Id.optional() });
export type CheckItemRequest = z.infer<typeof CheckItemRequest>;

const byId = z.strictObject({ id: Id });
const view = dictionaries.permission('view');
const remove = dictionaries.permission('delete');

export const dictionaryRecordEndpoints = {
  tree: endpoint({
    method: 'GET',
    path: '/sys/dict/treeList',
    permission: view,
    request: z.strictObject({ dictName: Text(100).optional() }),
    response: z.array(DictionaryNode),
    summary: 'All dictionaries, or those whose name has a text in it, as nodes of a tree',
  }),
  bin: endpoint({
    method: 'GET',
    path: '/sys/dict/deleteList',
    permission: remove,
    request: z.strictObject({}),
    response: z.array(RemovedDictionary),
    summary: 'Dictionaries in the recycle bin',
  }),
  restore: endpoint({
    method: 'PUT',
    alsoMethods: ['POST'],
    path: '/sys/dict/back/:id',
    permission: remove,
    request: byId,
    response: Done,
    summary: 'Bring a dictionary back from the recycle bin, with its items',
  }),
  removeForGood: endpoint({
    method: 'DELETE',
    alsoMethods: ['POST'],
    path: '/sys/dict/deletePhysic/:id',
    permission: remove,
    request: byId,
    response: Done,
    summary: 'Delete a dictionary of the recycle bin and its items for ever',
  }),
  checkItem: endpoint({
    method: 'GET',
    path: '/sys/dictItem/dictItemCheck',
    permission: view,
    request: CheckItemRequest,
    response: Done,
    summary: 'Is a value still free in its dictionary',
  }),
  orderItems: endpoint({
    method: 'PUT',
    alsoMethods: ['POST'],
    path: '/sys/dictItem/order',
    permission: dictionaryItems.permission('edit'),
    request: OrderItemsRequest,
    response: Done,
    summary: 'Put the items of a dictionary in an order; items that are not named follow',
  }),
};
