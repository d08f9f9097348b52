import { useTranslation } from 'react-i18next';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { Icon } from '#ui/icon/icon.tsx';
import './lost-filters.css';

export interface LostFiltersProps {
  /** `lostOf`. */
  names: readonly string[];
  /** Whose texts name the filters. */
  namespace: string;
}

/** Above a list whose saved view shows more rows than it was made for. */
export function LostFilters({ names, namespace }: LostFiltersProps) {
  const { t, i18n } = useTranslation('lost-filters');
  const { t: own } = useTranslation(namespace);
  const said = names.map((name) => {
    if (name === 'view' || name === 'where') return t(`name.${name}`);
    return own(`field.${name}`, { defaultValue: name });
  });
  return (
    <p className="lost-filters" role="status">
      <Icon name="warning" size={16} />
      {t('lost', { names: joinWords(said, i18n.language) })}
    </p>
  );
}
