import { useTranslation } from 'react-i18next';
import type { SuperFields } from '#platform/super-query/contract/super-query.ts';
import type { ListHandle } from '#ui/record-list/use-record-list.ts';
import { useRuleWords, ValueWords } from './condition-words.tsx';

/** The conditions of a list's advanced query in words, one list item each, for what else obeys them, such as an export. */
export function ConditionLines({ list, fields }: { list: Omit<ListHandle, 'change'>; fields: SuperFields }) {
  const { t } = useTranslation('ui');
  const { t: tSlice } = useTranslation(list.namespace);
  const ruleWords = useRuleWords();
  const { where } = list.state;
  return where?.conditions.map((condition, at) => {
    const field = fields[condition.field];
    return (
      field && (
        <li key={`${condition.field} ${condition.rule} ${condition.val}`}>
          {at > 0 && `${t(where.match === 'or' ? 'where.or' : 'where.and')} `}
          {tSlice(`field.${condition.field}`)} {ruleWords(field, condition.rule)}{' '}
          <strong>
            <ValueWords field={field} val={condition.val} />
          </strong>
        </li>
      )
    );
  });
}
