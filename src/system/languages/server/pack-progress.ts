import type { TenantDb } from '#platform/database/server/database.ts';
import { LANGUAGES } from '#platform/http/contract/envelope.ts';
import { pageTexts } from '#platform/i18n/server/page-texts.ts';
import { fitsAsIcu } from '../rules/fitting-text.ts';
import { packState } from '../rules/read-pack.ts';

const NONE: ReadonlyMap<string, string> = new Map();

/** The page's texts in English, and in this language where the console is built in it. */
export function builtInOf(pageKey: string, language: string) {
  const page = pageTexts().get(pageKey);
  const known = LANGUAGES.find((one) => one === language);
  return { english: page?.['en-US'] ?? NONE, own: (known && page?.[known]) || NONE };
}

/** What a page shows in a language without its pack: its own text, else the English one. */
export function shownWithout(pageKey: string, language: string): ReadonlyMap<string, string> {
  const { english, own } = builtInOf(pageKey, language);
  return new Map([...english, ...own]);
}

/** How a pack stands against its page. */
export function stateOf(pageKey: string, language: string, texts: Readonly<Record<string, string>>) {
  const shown = shownWithout(pageKey, language);
  return {
    ...{ pageKey, of: shown.size, builtIn: builtInOf(pageKey, language).own.size },
    ...packState(texts, shown, fitsAsIcu),
  };
}

export async function packsIn(db: TenantDb, language: string) {
  const rows = await db
    .selectFrom('page_language')
    .select(['page_key', 'texts', 'updated_at'])
    .where('language', '=', language)
    .orderBy('page_key')
    .execute();
  return rows.map(({ page_key, texts, updated_at }) => ({
    pageKey: page_key,
    texts: texts as Record<string, string>,
    updatedAt: updated_at,
  }));
}

/** How many of the console's texts there are in a language, built in or written. */
export async function textsIn(db: TenantDb, language: string): Promise<{ texts: number; of: number }> {
  const packs = new Map((await packsIn(db, language)).map(({ pageKey, texts }) => [pageKey, texts]));
  let [texts, of] = [0, 0];
  for (const pageKey of pageTexts().keys()) {
    const { own } = builtInOf(pageKey, language);
    const state = stateOf(pageKey, language, packs.get(pageKey) ?? {});
    of += state.of;
    texts += own.size > 0 ? own.size : state.replaced;
  }
  return { texts, of };
}
