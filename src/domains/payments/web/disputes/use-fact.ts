import { useTranslation } from 'react-i18next';
import { saidOf } from '#platform/i18n/rules/join-words.ts';

/** Writes a line of what is copied for the bank; none where there is nothing to say. */
export function useFact(): (term: string, value: string | null | undefined) => string[] {
  const { i18n } = useTranslation('disputes');
  return (term, value) => (value ? [saidOf(term, value, i18n.language)] : []);
}
