import type { Language } from '#platform/http/contract/envelope.ts';
import { FIRST_STEPS, HELP_KEYS } from '../contract/help-keys.ts';
import { type HelpText, readHelpText } from '../rules/markdown.ts';

const SOURCES = {
  'en-US': () => import('./english.ts'),
  'zh-CN': () => import('./chinese.ts'),
} as const;

export type HelpDocuments = readonly (readonly [key: string, text: HelpText])[];

/** All documents of a language, first steps first. */
export async function loadDocuments(language: Language): Promise<HelpDocuments> {
  const { sources } = await SOURCES[language]();
  return [FIRST_STEPS, ...HELP_KEYS].map((key) => {
    const source = sources[`../documents/${key}.${language}.md`];
    if (source === undefined) throw new Error(`There is no help ${key} in ${language}`);
    return [key, readHelpText(source)] as const;
  });
}
