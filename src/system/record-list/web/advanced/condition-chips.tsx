import { useTranslation } from 'react-i18next';
import type { SuperFields } from '#platform/super-query/contract/super-query.ts';
import { Icon } from '#ui/icon/icon.tsx';
import type { ListHandle } from '#ui/record-list/use-record-list.ts';
import { useRuleWords, ValueWords } from './condition-words.tsx';

export interface ConditionChipsProps {
  list: ListHandle;
  fields: SuperFields;
  onEdit: () => void;
}

/** Each condition of the advanced query as a chip in words; pressed it is edited, its cross takes it away. */
export default function ConditionChips({ list, fields, onEdit }: ConditionChipsProps) {
  const { t } = useTranslation('ui');
  const { t: tSlice } = useTranslation(list.namespace);
  const ruleWords = useRuleWords();
  const { where } = list.state;
  if (!where) return null;
  const without = (at: number) => {
    const conditions = where.conditions.filter((_, index) => index !== at);
    list.change({ where: conditions.length > 0 ? { ...where, conditions } : undefined });
  };
  return where.conditions.map((condition, at) => {
    const field = fields[condition.field];
    if (!field) return null;
    const label = tSlice(`field.${condition.field}`);
    return (
      <span key={at} className="filter-chip">
        {at > 0 && <em>{t(where.match === 'or' ? 'where.or' : 'where.and')}</em>}
        <span className="filter-pill filter-active">
          <button type="button" aria-haspopup="dialog" onClick={onEdit}>
            <span>
              {label} {ruleWords(field, condition.rule)}{' '}
              <strong>
                <ValueWords field={field} val={condition.val} />
              </strong>
            </span>
          </button>
          <button
            type="button"
            className="filter-remove"
            aria-label={t('filter.remove', { label })}
            onClick={() => without(at)}
          >
            <Icon name="close" size={14} />
          </button>
        </span>
      </span>
    );
  });
}
