import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { LANGUAGES, type Language } from '#platform/http/contract/envelope.ts';
import type { DictionaryItem, DictionaryItems } from '../contract/dictionary.ts';

interface Kept {
  readonly version: string;
  readonly items: Readonly<Record<Language, DictionaryItems>>;
}

/** What a server keeps, shared by all requests: it is the installation's, the same for everybody. */
const keptBy = new WeakMap<Services, Kept>();

export function invalidateDictionaries(services: Services): void {
  keptBy.delete(services);
}

/**
 * All enabled items by code, in one language (system-api.md 5.6). They are kept under the version that every change of a
 * dictionary raises, read first: an older answer than the committed one is never given.
 */
export async function allDictionaryItems(
  services: Services,
  db: PlatformDb,
  language: Language,
): Promise<DictionaryItems> {
  const { value } = await db
    .selectFrom('installation_setting')
    .select('value')
    .where('name', '=', 'dictionary_version')
    .executeTakeFirstOrThrow();
  const version = String(value);
  const before = keptBy.get(services);
  const kept = before?.version === version ? before : { version, items: await readEnabled(db) };
  keptBy.set(services, kept);
  return kept.items[language];
}

async function readEnabled(db: PlatformDb): Promise<Record<Language, DictionaryItems>> {
  const rows = await db
    .selectFrom('dictionary_item as item')
    .innerJoin('dictionary', 'dictionary.id', 'item.dictionary_id')
    .select(['item.code', 'item.value', 'item.text_en', 'item.text_zh'])
    .where('item.status', '=', 1)
    .where('dictionary.removed_at', 'is', null)
    .orderBy('item.code')
    .orderBy('item.sort')
    .orderBy('item.value')
    .execute();
  const byLanguage: Record<Language, DictionaryItems> = { 'en-US': {}, 'zh-CN': {} };
  for (const row of rows) {
    for (const language of LANGUAGES) {
      const items = byLanguage[language];
      items[row.code] ??= [];
      items[row.code]?.push(toItem(row.value, wordsIn(language, row)));
    }
  }
  return byLanguage;
}

/** Items of one dictionary, the disabled ones too; none where the code is unknown or lies in the recycle bin. */
export async function findItems(db: PlatformDb, code: string, language: Language): Promise<DictionaryItem[]> {
  const rows = await db
    .selectFrom('dictionary_item as item')
    .innerJoin('dictionary', 'dictionary.id', 'item.dictionary_id')
    .select(['item.value', 'item.status', 'item.text_en', 'item.text_zh'])
    .where('item.code', '=', code)
    .where('dictionary.removed_at', 'is', null)
    .orderBy('item.sort')
    .orderBy('item.value')
    .execute();
  return rows.map((row) => ({
    ...toItem(row.value, wordsIn(language, row)),
    ...(row.status === 1 ? {} : { disabled: true as const }),
  }));
}

/** An item without a Chinese text has the other one in both languages. */
const wordsIn = (language: Language, { text_en, text_zh }: { text_en: string; text_zh: string }): string =>
  (language === 'zh-CN' && text_zh) || text_en;

export function toItem(value: string, text: string): DictionaryItem {
  return { value, text, title: text };
}
