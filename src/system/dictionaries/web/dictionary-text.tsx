import { useTranslation } from 'react-i18next';
import { textOfValues } from '../rules/dictionary-code.ts';
import { useDictionary } from './use-dictionary.ts';

/** The words of a value, switched-off items included. */
export function DictionaryText({ code, value }: { code: string; value: string | readonly string[] | null }) {
  const { t } = useTranslation('dictionaries');
  const { items, hasNoCode } = useDictionary(code, value);
  return hasNoCode ? t('codeEmpty') : textOfValues(items, value) || '–';
}
