import { fitsAsPlain, mergePack, type TextTree } from '../rules/merge-pack.ts';
import { fetchLanguages, fetchPack } from './packs/server-packs.ts';

/**
 * For pages that show their texts as they are, without the translation library: the built-in ones with the server's over
 * them. A language that is not listed, or a load that fails, answers the built-in ones.
 */
export async function withServerTexts<Texts>(language: string, pageKey: string, builtIn: Texts): Promise<Texts> {
  try {
    const replacements = (await fetchPack(language)).get(pageKey);
    // Mostly there is none, and then the list need not be asked.
    if (!replacements || !(await fetchLanguages()).some((one) => one.language === language)) return builtIn;
    return mergePack(builtIn as TextTree, replacements, fitsAsPlain) as Texts;
  } catch {
    return builtIn;
  }
}
