import { type BackendModule, createInstance, type ReadCallback, type ResourceKey } from 'i18next';
import ICU from 'i18next-icu';
import { initReactI18next } from 'react-i18next';
import type { Language } from '#platform/http/contract/envelope.ts';
import { currentLanguage, LANGUAGES, onLanguage } from './language.ts';
import { loadPacks } from './packs/index.ts';

/** What may stand over a built-in pack; answers the pack itself where nothing does. */
export type Overlay = (language: string, namespace: string, builtIn: ResourceKey) => ResourceKey;

let overlay: Overlay = (_language, _namespace, builtIn) => builtIn;
let textsVersion = 0;

const builtInPacks: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language: string, namespace: string, done: ReadCallback) {
    loadPack(language, namespace).then(
      (pack) => done(null, pack ? overlay(language, namespace, pack) : {}),
      (error: Error) => done(error, null),
    );
  },
};

async function loadPack(language: string, namespace: string): Promise<ResourceKey | undefined> {
  // it asks for no language but those that it is told to support
  const packs = await loadPacks(language as Language);
  return packs.get(namespace)?.();
}

/** ICU texts of the slices, fetched when a page first asks for its namespace. */
export const i18n = createInstance();
const icu = new ICU();

/** Changes when texts do: with the language, and when something is laid over them. */
export function textsInUse(): string {
  return `${i18n.language} ${textsVersion}`;
}

/** Lays other texts over the packs that are loaded and over those to come, and shows them. */
export async function layOver(next: Overlay): Promise<void> {
  overlay = next;
  for (const [language, namespaces] of Object.entries(i18n.store.data))
    for (const namespace of Object.keys(namespaces)) {
      const builtIn = await loadPack(language, namespace);
      if (builtIn) i18n.addResourceBundle(language, namespace, overlay(language, namespace, builtIn), false, true);
    }
  // It keeps what it has read once.
  icu.clearCache();
  textsVersion += 1;
  // Not the language on screen: another one may be on its way.
  await i18n.changeLanguage(currentLanguage());
}

export async function startI18n(): Promise<void> {
  await i18n
    .use(icu)
    .use(builtInPacks)
    .use(initReactI18next)
    .init({
      lng: currentLanguage(),
      supportedLngs: [...LANGUAGES],
      // A key that one language lacks shows in the other; a test keeps both complete.
      fallbackLng: false,
      ns: [],
      defaultNS: 'console',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
      returnNull: false,
    });
  // All namespaces in use are fetched before anything re-renders, so nothing flickers and no form loses its text.
  onLanguage((language) => void i18n.changeLanguage(language));
}
