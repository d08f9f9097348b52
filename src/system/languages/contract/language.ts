import * as z from 'zod';
import { IntField, pageFields, pageOf, SortColumn } from '#platform/http/contract/fields.ts';

export const LanguageTag = z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/);

export const LANGUAGE_COLUMNS = ['language', 'remark', 'type', 'status', 'sort'] as const;

export const LanguagesRequest = z.strictObject({
  ...pageFields,
  column: SortColumn(LANGUAGE_COLUMNS),
  /** Where the language is offered; the console's bar asks for `bar`. */
  type: z.string().max(32).optional(),
  status: IntField(0, 1).optional(),
});
export type LanguagesRequest = z.infer<typeof LanguagesRequest>;

export const LanguageRow = z.strictObject({
  id: z.string(),
  language: z.string(),
  /** Its name in its own words. */
  remark: z.string(),
  type: z.string(),
  status: z.union([z.literal(0), z.literal(1)]),
  isDefault: z.boolean(),
});
export type LanguageRow = z.infer<typeof LanguageRow>;
export const LanguagesAnswer = pageOf(LanguageRow);

export const PagePacksRequest = z.strictObject({
  ...pageFields,
  language: LanguageTag,
  pageKey: z.string().max(64).optional(),
});
export type PagePacksRequest = z.infer<typeof PagePacksRequest>;

export const PagePack = z.strictObject({
  id: z.string(),
  language: z.string(),
  /** The page whose texts these are: the name of a slice, as its built-in texts are kept. */
  pageKey: z.string(),
  /** JSON text of a flat map, text key → text. */
  pageLanguage: z.string(),
});
export type PagePack = z.infer<typeof PagePack>;
export const PagePacksAnswer = pageOf(PagePack);
