import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import { textOfValues, valuesOf } from '../rules/dictionary-code.ts';
import { CodeEmpty } from './dictionary-select.tsx';
import { useDictionary } from './use-dictionary.ts';

/** The words of a value or of several, switched-off items included. */
export function DictionaryText({ code, value }: { code: string; value: string | readonly string[] | null }) {
  const language = useLanguage();
  const { items, hasNoCode } = useDictionary(code, value);
  if (hasNoCode) return <CodeEmpty />;
  const words = valuesOf(value ?? '').map((one) => textOfValues(items, one));
  return joinWords(words, language) || '–';
}
