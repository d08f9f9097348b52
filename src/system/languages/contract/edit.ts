import * as z from 'zod';
import { BooleanField, Id, IntField, Text } from '#platform/http/contract/fields.ts';
import { LanguageRow, LanguageTag } from './language.ts';

/** Where a language is offered: the console's bar, or everywhere. */
export const LANGUAGE_TYPES = ['bar', 'all'] as const;

/** A page: the name of a slice, as its built-in texts are kept. */
export const PageKey = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/);
const Count = z.int().min(0);

const fields = {
  /** BCP 47, such as nb-NO. */
  language: LanguageTag,
  /** Its name in its own words. */
  remark: Text(40, 1),
  type: z.enum(LANGUAGE_TYPES),
  status: IntField(0, 1),
  isDefault: BooleanField,
};
export const AddLanguageRequest = z.strictObject(fields);
export type AddLanguageRequest = z.infer<typeof AddLanguageRequest>;
export const EditLanguageRequest = z.strictObject({ id: Id, ...fields });
export type EditLanguageRequest = z.infer<typeof EditLanguageRequest>;

/** With how many of the console's texts there are in it: built in, or written in a pack. */
export const LanguageProgress = LanguageRow.extend({ texts: Count, of: Count });
export type LanguageProgress = z.infer<typeof LanguageProgress>;

export const PageProgress = z.strictObject({
  pageKey: z.string(),
  /** Keys of the page; 0 where the console has no such page. */
  of: Count,
  /** Of them, those that are built in. */
  builtIn: Count,
  /** Of them, those that the pack replaces. */
  replaced: Count,
  unknown: Count,
  unfitting: Count,
  updatedAt: z.iso.datetime().nullable(),
});
export type PageProgress = z.infer<typeof PageProgress>;

/** A page's texts, key by key. */
export const PageTexts = z.strictObject({
  language: z.string(),
  pageKey: z.string(),
  keys: z.array(
    z.strictObject({
      key: z.string(),
      /** English, which stands where a language has no text. */
      english: z.string(),
      /** Built in in this language. */
      builtIn: z.string().nullable(),
    }),
  ),
  /** The pack as it is stored. */
  texts: z.record(z.string(), z.string()),
});
export type PageTexts = z.infer<typeof PageTexts>;

export const OneLanguage = z.strictObject({ language: LanguageTag });
export const OnePage = z.strictObject({ language: LanguageTag, pageKey: PageKey });
/** `pageLanguage`: JSON text of a flat map, text key → text. */
export const SavePackRequest = z.strictObject({ ...OnePage.shape, pageLanguage: z.string().max(140_000) });
export type SavePackRequest = z.infer<typeof SavePackRequest>;

/** All packs of a language, as they are carried to another installation. */
export const PackFile = z.strictObject({
  language: LanguageTag,
  pages: z.record(PageKey, z.record(z.string(), z.string())),
});
export type PackFile = z.infer<typeof PackFile>;
export const Imported = z.strictObject({ pages: Count, texts: Count });
