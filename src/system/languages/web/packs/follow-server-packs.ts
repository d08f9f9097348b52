import { layOver } from '#platform/i18n/web/i18n.ts';
import { currentLanguage, offerLanguages, onLanguage } from '#platform/i18n/web/language.ts';
import { fitsAsIcu } from '../../rules/fitting-text.ts';
import { mergePack, type Replacements, type TextTree } from '../../rules/merge-pack.ts';
import { fetchLanguages, fetchPack, type ListedLanguage, type ServerPack } from './server-packs.ts';

/** A change concerns all consoles at once; they must not all ask at once. */
const SPREAD_MS = 1_500;

let languages: readonly ListedLanguage[] = [];
const packs = new Map<string, ServerPack>();
/** Texts that somebody tries before he saves them: they stand in the place of those of their page, in this window alone. */
const tried = new Map<string, Replacements>();
const pageOf = (language: string, pageKey: string): string => `${language}/${pageKey}`;
let waiting: Promise<void> | undefined;

/**
 * Lays the server's texts over the built-in ones, key by key, in the language in use and in each that is chosen later. No
 * language listed, nothing but empty texts, or a load that fails: the built-in texts stay (platform.md 1).
 */
export async function followServerPacks(): Promise<() => void> {
  packs.clear();
  tried.clear();
  languages = await fetchLanguages().catch(() => []);
  if (languages.length > 0) offerLanguages(languages);
  await show(currentLanguage());
  return onLanguage((language) => void show(language));
}

/** Somebody changed texts or languages: they are fetched anew, once for all that is heard meanwhile. */
export function refreshServerPacks(): Promise<void> {
  waiting ??= new Promise<void>((done) => setTimeout(done, SPREAD_MS * Math.random())).then(async () => {
    waiting = undefined;
    const listed = await fetchLanguages().catch(() => undefined);
    if (!listed) return;
    languages = listed;
    if (languages.length > 0) offerLanguages(languages);
    packs.clear();
    // what stood over the built-in texts may be gone
    if (!(await show(currentLanguage()))) await lay();
  });
  return waiting;
}

/** Shows texts of a page as if they were saved, in this window and until it is loaded anew; `undefined` ends it. */
export async function tryTexts(language: string, pageKey: string, texts: Replacements | undefined): Promise<void> {
  if (texts) tried.set(pageOf(language, pageKey), texts);
  else if (!tried.delete(pageOf(language, pageKey))) return;
  await lay();
}

export const isTried = (language: string, pageKey: string): boolean => tried.has(pageOf(language, pageKey));

/** Whether something was laid over. */
async function show(language: string): Promise<boolean> {
  if (packs.has(language) || !languages.some((one) => one.language === language)) return false;
  const pack = await fetchPack(language).catch(() => undefined);
  if (!pack) return false;
  packs.set(language, pack);
  if (pack.size > 0) await lay();
  return pack.size > 0;
}

const lay = (): Promise<void> =>
  layOver((language, namespace, builtIn) =>
    mergePack(
      builtIn as unknown as TextTree,
      tried.get(pageOf(language, namespace)) ?? packs.get(language)?.get(namespace),
      fitsAsIcu,
    ),
  );
