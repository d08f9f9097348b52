import { create } from 'zustand';
import { call } from '#platform/http/web/call.ts';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import { readStored, STORED_WEEK_MS, writeStored } from '#platform/storage/web/stored.ts';
import type { DictionaryItems } from '../contract/dictionary.ts';
import { dictionaryEndpoints } from '../contract/endpoints.ts';
import { DICTIONARIES_LANGUAGE_STORED_AS, DICTIONARIES_STORED_AS } from '../contract/stored-as.ts';

interface DictionaryState {
  readonly items: DictionaryItems;
  /** The language that the words are in; undefined until there are any. */
  readonly language: string | undefined;
}

/** What the login kept, or the last refresh. */
export const useDictionaryStore = create<DictionaryState>(() => ({
  items: readStored<DictionaryItems>(DICTIONARIES_STORED_AS) ?? {},
  language: readStored<string>(DICTIONARIES_LANGUAGE_STORED_AS),
}));

let loading: { language: string; done: Promise<void> } | undefined;

/** All enabled items anew, in the language on screen. Two askers at a time share one call. */
export function loadDictionaries(): Promise<void> {
  const language = currentLanguage();
  if (loading?.language === language) return loading.done;
  const done = call(dictionaryEndpoints.all, {}, { notices: 'none' })
    .then((items) => {
      // an answer in a language that was left meanwhile is not kept
      if (language === currentLanguage()) keepDictionaries(items, language);
    })
    .finally(() => {
      loading = undefined;
    });
  loading = { language, done };
  return done;
}

function keepDictionaries(items: DictionaryItems, language: string): void {
  writeStored(DICTIONARIES_STORED_AS, items, STORED_WEEK_MS);
  writeStored(DICTIONARIES_LANGUAGE_STORED_AS, language, STORED_WEEK_MS);
  useDictionaryStore.setState({ items, language });
}
