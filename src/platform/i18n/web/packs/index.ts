import type { ResourceKey } from 'i18next';
import type { Language } from '#platform/http/contract/envelope.ts';

/** Loads a pack by its namespace. */
export type Packs = ReadonlyMap<string, () => Promise<ResourceKey>>;

// Apart, so that nobody fetches the addresses of the texts in the other language. What is shown without the library reads its own texts.
const BUILT_IN: Record<Language, () => Promise<{ readonly packs: Packs }>> = {
  'en-US': () => import('./en-US.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
};

/** The built-in packs of a language. The entry asks as well, so that they are there with the console's code. */
export async function loadPacks(language: Language): Promise<Packs> {
  return (await BUILT_IN[language]()).packs;
}

/**
 * The namespace is the name of the slice's folder, or the first word of the file where a slice has packs with a name of their own,
 * such as those of kinds of record (`suppliers.en-US.json`).
 */
export function packsByName(files: Readonly<Record<string, () => Promise<ResourceKey>>>): Packs {
  return new Map(
    Object.entries(files).map(([path, load]) => {
      const [, folder = '', kind] = path.match(/([^/]+)\/locales\/(?:([^/.]+)\.)?[^/.]+\.json$/) ?? [];
      return [kind ?? folder, load] as const;
    }),
  );
}
