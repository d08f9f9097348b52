import type { PlatformDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import type { DictionaryItems } from '../contract/user-info.ts';

/** All enabled dictionary items by code, in the caller's language (system-api.md 5.6). */
export async function findDictionaryItems(db: PlatformDb, language: Language): Promise<DictionaryItems> {
  const rows = await db
    .selectFrom('dictionary_item')
    .select(['code', 'value', language === 'zh-CN' ? 'text_zh as text' : 'text_en as text'])
    .where('status', '=', 1)
    .orderBy('code')
    .orderBy('sort')
    .orderBy('value')
    .execute();
  const items: DictionaryItems = {};
  for (const { code, value, text } of rows) {
    items[code] ??= [];
    items[code].push({ value, text, title: text });
  }
  return items;
}
