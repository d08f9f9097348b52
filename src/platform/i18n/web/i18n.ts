import { type BackendModule, createInstance, type ReadCallback, type ResourceKey } from 'i18next';
import ICU from 'i18next-icu';
import { initReactI18next } from 'react-i18next';
import { currentLanguage, LANGUAGES, onLanguage } from './language.ts';

/** Built-in packs, one chunk per slice and language; the namespace is the name of the slice's folder. */
const packs = import.meta.glob<ResourceKey>(
  ['../../../**/locales/en-US.json', '../../../**/locales/zh-CN.json', '!**/platform/http/**'],
  {
    import: 'default',
  },
);

const packOf = new Map(
  Object.entries(packs).map(([path, load]) => {
    const [, namespace, language] = path.match(/([^/]+)\/locales\/([^/]+)\.json$/) ?? [];
    return [`${language}/${namespace}`, load] as const;
  }),
);

const builtInPacks: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language: string, namespace: string, done: ReadCallback) {
    const load = packOf.get(`${language}/${namespace}`);
    if (load === undefined) {
      done(null, {});
      return;
    }
    load().then(
      (pack) => done(null, pack),
      (error: Error) => done(error, null),
    );
  },
};

/** ICU texts of the slices, fetched when a page first asks for its namespace. */
export const i18n = createInstance();

export async function startI18n(): Promise<void> {
  await i18n
    .use(new ICU())
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
