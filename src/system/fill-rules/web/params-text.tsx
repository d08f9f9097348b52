import { useTranslation } from 'react-i18next';
import type { RecordFields } from '#platform/records/contract/fields.ts';
import { DictionaryText } from '#system/dictionaries/web/index.ts';
import type { FillRule } from '../contract/fill-rules.ts';
import { FILL_HANDLERS, isFillHandler } from '../contract/handlers.ts';
import { paramsOfRow } from './fill-rule-form.tsx';

/** The parameters of a rule in words; those that say nothing are left out. */
export function ParamsText({ row }: { row: Pick<FillRule, 'ruleClass' | 'ruleParams'> }) {
  const { t } = useTranslation('fill-rules');
  const fields: RecordFields = isFillHandler(row.ruleClass) ? FILL_HANDLERS[row.ruleClass] : {};
  const given = Object.entries(paramsOfRow(row)).filter(([name, value]) => fields[name] && value !== '');
  if (given.length === 0) return '–';
  return (
    <span className="fill-params">
      {given.map(([name, value]) => (
        <span key={name}>
          <small>{t(`field.ruleParams.${name}`)}</small>{' '}
          {fields[name]?.dictionary ? (
            <DictionaryText code={fields[name].dictionary} value={String(value)} />
          ) : (
            String(value)
          )}
        </span>
      ))}
    </span>
  );
}
