import { layOver } from '#platform/i18n/web/i18n.ts';
import { currentLanguage, offerLanguages, onLanguage } from '#platform/i18n/web/language.ts';
import { fitsAsIcu } from '../../rules/fitting-text.ts';
import { mergePack, type TextTree } from '../../rules/merge-pack.ts';
import { fetchLanguages, fetchPack, type ServerPack } from './server-packs.ts';

/**
 * Lays the server's texts over the built-in ones, key by key, in the language in use and in each that is chosen later. No
 * language listed, nothing but empty texts, or a load that fails: the built-in texts stay (platform.md 1).
 */
export async function followServerPacks(): Promise<() => void> {
  const languages = await fetchLanguages().catch(() => []);
  if (languages.length === 0) return () => undefined;
  offerLanguages(languages);
  const packs = new Map<string, ServerPack>();
  const show = async (language: string): Promise<void> => {
    if (packs.has(language) || !languages.some((one) => one.language === language)) return;
    const pack = await fetchPack(language).catch(() => undefined);
    if (!pack) return;
    packs.set(language, pack);
    if (pack.size === 0) return;
    await layOver((of, namespace, builtIn) =>
      mergePack(builtIn as unknown as TextTree, packs.get(of)?.get(namespace), fitsAsIcu),
    );
  };
  await show(currentLanguage());
  return onLanguage((language) => void show(language));
}
