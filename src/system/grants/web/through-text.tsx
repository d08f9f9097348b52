import { useTranslation } from 'react-i18next';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import type { Through } from '../contract/endpoints.ts';

/** Roles, and roles of departments with their department. */
export function ThroughText({ through }: { through: readonly Through[] }) {
  const { t } = useTranslation('grants');
  const language = useLanguage();
  const words = through.map(({ kind, name, departName }) =>
    kind === 'departmentRole' ? t('through.department', { name, department: departName }) : name,
  );
  return joinWords([...new Set(words)], language);
}
