import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '#platform/http/web/call.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import type { SelectOption } from '#ui/select/options.ts';
import type { Search } from '#ui/select/use-debounced-search.ts';
import { DICTIONARY_PAGE_SIZE, type DictionaryItem } from '../contract/dictionary.ts';
import { dictionaryEndpoints } from '../contract/endpoints.ts';
import { textOfValues, withoutPreset } from '../rules/dictionary-code.ts';
import { useDictionary } from './use-dictionary.ts';

const toOption = (item: DictionaryItem): SelectOption => ({
  value: item.value,
  label: item.text,
  disabled: item.disabled,
});

/** Finds items by their words, and the words of the value that is chosen (system-api.md 6.3). */
export function useDictionarySearch(code: string, value: string): { search: Search<SelectOption>; text: string } {
  const language = useLanguage();
  const isTable = code.includes(',');
  const { items } = useDictionary(isTable ? '' : code, value);
  const { data } = useQuery({
    queryKey: ['dictionaries', 'texts', code, value, language],
    enabled: isTable && value !== '',
    staleTime: 300_000,
    queryFn: ({ signal }) =>
      call(dictionaryEndpoints.texts, { dict: withoutPreset(code), key: value, delNotExist: 'false' }, { signal }),
  });
  const search = useCallback<Search<SelectOption>>(
    async (text, signal) => {
      if (!isTable) {
        const word = text.toLowerCase();
        const matching = items.filter((item) => !item.disabled && item.text.toLowerCase().includes(word));
        return matching.slice(0, DICTIONARY_PAGE_SIZE).map(toOption);
      }
      const question = { dict: code, pageSize: DICTIONARY_PAGE_SIZE, ...(text === '' ? {} : { keyword: text }) };
      return (await call(dictionaryEndpoints.search, question, { signal })).map(toOption);
    },
    [code, isTable, items],
  );
  return { search, text: isTable ? (data ? joinWords(data, language) : value) : textOfValues(items, value) };
}
