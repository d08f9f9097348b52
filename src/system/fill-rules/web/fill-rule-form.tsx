import { useTranslation } from 'react-i18next';
import type { RecordFields as Fields } from '#platform/records/contract/fields.ts';
import { useDictionary } from '#system/dictionaries/web/index.ts';
import type { RecordFormProps } from '#system/records/web/page.tsx';
import { Input, RecordFields } from '#system/records/web/record-page.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { FormWithTester } from '#ui/form-dialog/form-tester.tsx';
import type { FillRule } from '../contract/fill-rules.ts';
import { emptyParams, FILL_HANDLERS, isFillHandler } from '../contract/handlers.ts';
import { FillTester } from './fill-tester.tsx';
import './fill-rules.css';

/** The parameters of a rule as the form holds them: by their names. */
export function paramsOfRow(row: Pick<FillRule, 'ruleClass' | 'ruleParams'> | undefined): object {
  if (!row) return {};
  const empty = isFillHandler(row.ruleClass) ? emptyParams(row.ruleClass) : {};
  try {
    return { ...empty, ...(JSON.parse(row.ruleParams) as object) };
  } catch {
    return empty;
  }
}

/** Names and code, the handler with its parameters, and what comes of them. */
export function FillRuleForm({ kind, row }: RecordFormProps) {
  return (
    <FormWithTester tester={<FillTester id={row?.id} />}>
      <RecordFields kind={kind} id={row?.id} only={['ruleName', 'ruleNameZh', 'ruleCode']} />
      <HandlerFields />
    </FormWithTester>
  );
}

function HandlerFields() {
  const { t } = useTranslation('fill-rules');
  const { values, set } = useForm();
  const { items } = useDictionary('fill_rule_handler');
  const handler = String(values['ruleClass'] ?? '');
  const fields: Fields = isFillHandler(handler) ? FILL_HANDLERS[handler] : {};
  const options = Object.keys(FILL_HANDLERS).map((value) => ({
    value,
    label: items.find((item) => item.value === value)?.text ?? value,
  }));
  return (
    <>
      <SelectField
        name="ruleClass"
        options={options}
        onChosen={(value) => {
          const chosen = String(value ?? '');
          // what another handler asked for is not sent to this one
          if (chosen !== handler) set('ruleParams', isFillHandler(chosen) ? emptyParams(chosen) : {});
        }}
      />
      {Object.entries(fields).map(([name, declared]) => (
        <Input key={`${handler}.${name}`} name={`ruleParams.${name}`} declared={declared} />
      ))}
      {handler !== '' && <p className="quiet">{t(`about.${handler as keyof typeof FILL_HANDLERS}`)}</p>}
    </>
  );
}
