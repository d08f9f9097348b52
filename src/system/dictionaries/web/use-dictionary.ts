import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#platform/http/web/call.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import type { DictionaryItem } from '../contract/dictionary.ts';
import { dictionaryEndpoints } from '../contract/endpoints.ts';
import { textOfValues } from '../rules/dictionary-code.ts';
import { loadDictionaries, useDictionaryStore } from './dictionary-store.ts';

const NONE: readonly DictionaryItem[] = [];

export interface Dictionary {
  /** In their order; an item that was switched off carries `disabled`. */
  readonly items: readonly DictionaryItem[];
  readonly isLoading: boolean;
  /** No code was given: the screen says 'dictionary code cannot be empty' (platform.md 8). */
  readonly hasNoCode: boolean;
}

/**
 * The items of a dictionary: from what the login kept, else from the server (system-api.md 6.3). `of` is a value on screen:
 * when none of the kept items has it, the server's list with the switched-off ones is fetched for its words.
 */
export function useDictionary(code: string, of?: string | readonly string[] | null): Dictionary {
  const language = useLanguage();
  const kept = useDictionaryStore((state) => (state.language === language ? state.items[code] : undefined));
  const isKept = useDictionaryStore((state) => state.language === language);
  useEffect(() => {
    if (!isKept) loadDictionaries().catch(() => undefined);
  }, [isKept]);
  const values = typeof of === 'string' ? of.split(',') : (of ?? []);
  const isKnown =
    kept !== undefined && values.every((value) => value === '' || kept.some((item) => item.value === value));
  const { data, isLoading } = useQuery({
    queryKey: ['dictionaries', 'items', code, language],
    enabled: code !== '' && !isKnown && (isKept || code.includes(',')),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call(dictionaryEndpoints.items, { dictCode: code }, { signal }),
  });
  return { items: (isKnown ? kept : data) ?? kept ?? NONE, isLoading, hasNoCode: code === '' };
}

/** The words of values of one dictionary: a value, a comma list or an array; an unknown value stays itself. */
export function useDictionaryText(
  code: string,
): (values: string | number | readonly string[] | null | undefined) => string {
  const { items } = useDictionary(code);
  return (values) => textOfValues(items, values);
}
