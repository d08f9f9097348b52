import type { TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import { i18n, textsInUse } from '#platform/i18n/web/i18n.ts';

function subscribe(changed: () => void): () => void {
  i18n.on('languageChanged', changed);
  return () => i18n.off('languageChanged', changed);
}

/** The language on screen, for formatters. A fraction of the cost of `useTranslation`, which matters in every cell of a list. */
export function useLanguage(): string {
  return useSyncExternalStore(subscribe, () => i18n.language);
}

const fixed = new Map<string, TFunction>();

/**
 * Texts for the parts that a list draws by the hundred. The namespace must have been loaded by the page around them
 * (`useTranslation`); everything that is drawn once uses `useTranslation` itself.
 */
export function useLoadedTexts(namespace: string): TFunction {
  const texts = useSyncExternalStore(subscribe, textsInUse);
  const key = `${texts} ${namespace}`;
  let t = fixed.get(key);
  if (!t) {
    t = i18n.getFixedT(i18n.language, namespace);
    fixed.set(key, t);
  }
  return t;
}

export function isLoaded(namespace: string): boolean {
  return i18n.hasLoadedNamespace(namespace);
}
