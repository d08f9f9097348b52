import * as z from 'zod';
import { IntField, Text } from '#platform/http/contract/fields.ts';

/**
 * One option of a dictionary; `title` repeats `text` for older clients (system-api.md 5.6). An item that was switched off
 * is answered by `getDictItems` alone, so that an old value still has its words: it is not to be chosen any more.
 */
export const DictionaryItem = z.strictObject({
  value: z.string(),
  text: z.string(),
  title: z.string(),
  disabled: z.literal(true).optional(),
});
export type DictionaryItem = z.infer<typeof DictionaryItem>;

/** Enabled items by dictionary code. */
export const DictionaryItems = z.record(z.string(), z.array(DictionaryItem));
export type DictionaryItems = z.infer<typeof DictionaryItems>;

/** A plain code such as `sex`, or the name of a table dictionary such as `sys_depart,depart_name,id` (rules/dictionary-code.ts). */
export const DictionaryCode = z.string().min(1).max(200);

/** Platform.md 5. */
export const DICTIONARY_PAGE_SIZE = 10;
const MOST_OPTIONS = 100;

export const DictionaryItemsRequest = z.strictObject({ dictCode: DictionaryCode });
export type DictionaryItemsRequest = z.infer<typeof DictionaryItemsRequest>;

export const SearchDictionaryRequest = z.strictObject({
  dict: DictionaryCode,
  keyword: Text(100).optional(),
  pageSize: IntField(1, MOST_OPTIONS).optional(),
});
export type SearchDictionaryRequest = z.infer<typeof SearchDictionaryRequest>;

export const DictionaryTextRequest = z.strictObject({ dictCode: DictionaryCode, key: Text(400, 1) });
export type DictionaryTextRequest = z.infer<typeof DictionaryTextRequest>;

/** Columns and conditions are names in a registry, never SQL (system-api.md 7 no. 2). */
export const DictionaryTreeRequest = z.strictObject({
  /** Empty or 0: the roots. */
  pid: Text(64).optional(),
  pidField: Text(64).optional(),
  tableName: Text(64, 1),
  text: Text(64, 1),
  code: Text(64, 1),
  hasChildField: Text(64).optional(),
  /** JSON of filters on the fields of the tree's list, as such or URI-encoded. */
  condition: z.string().max(2_000).optional(),
});
export type DictionaryTreeRequest = z.infer<typeof DictionaryTreeRequest>;

/** Key and value are the same: components of the older console read one or the other. */
export const DictionaryTreeNode = z.strictObject({
  key: z.string(),
  value: z.string(),
  title: z.string(),
  code: z.string(),
  parentId: z.string(),
  isLeaf: z.boolean(),
  icon: z.null(),
  children: z.null(),
});
export type DictionaryTreeNode = z.infer<typeof DictionaryTreeNode>;

export const DictionaryTextsRequest = z.strictObject({
  dict: DictionaryCode,
  /** Values, separated by commas; a trailing comma is normal. */
  key: Text(4000, 1),
  /** `false` keeps the place of a value that does not exist, by the value itself. */
  delNotExist: z.enum(['true', 'false']).optional(),
});
export type DictionaryTextsRequest = z.infer<typeof DictionaryTextsRequest>;
