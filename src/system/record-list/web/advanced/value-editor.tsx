import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { digitsOf } from '#platform/money/contract/currency.ts';
import { toDecimalText } from '#platform/money/rules/parse-amount.ts';
import type { SuperCondition, SuperField } from '#platform/super-query/contract/super-query.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { DictionaryMultiSelect, DictionarySearch, DictionarySelect } from '#system/dictionaries/web/index.ts';
import { DateInput, TimeInput } from '#ui/date/date-input.tsx';
import { pastedAmount } from '#ui/money/pasted-amount.ts';
import { Select } from '#ui/select/select.tsx';

export interface ValueEditorProps {
  field: SuperField;
  rule: SuperCondition['rule'];
  val: string;
  label: string;
  /** Of the words for what is wrong with it. */
  faultId: string | undefined;
  onChange: (val: string) => void;
}

/** The control that fits a condition's field: words, figures, days, or an item of a dictionary. */
export function ValueEditor({ field, rule, val, label, faultId, onChange }: ValueEditorProps) {
  const { t } = useTranslation('ui');
  const attributes = {
    'aria-invalid': faultId === undefined ? undefined : true,
    'aria-describedby': faultId,
  } as const;
  const named = { 'aria-label': label, ...attributes };
  switch (field.kind) {
    case 'choice':
      return rule === 'in' ? (
        <DictionaryMultiSelect
          attributes={attributes}
          label={label}
          code={field.dictionary}
          value={val}
          onChange={onChange}
        />
      ) : (
        <DictionarySelect
          attributes={attributes}
          label={label}
          code={field.dictionary}
          value={val}
          onChange={onChange}
        />
      );
    case 'record':
      return (
        <DictionarySearch
          attributes={attributes}
          label={label}
          code={field.dictionary}
          value={val}
          onChange={onChange}
        />
      );
    case 'flag':
      return (
        <Select
          attributes={attributes}
          label={label}
          options={[
            { value: '1', label: t('where.yes') },
            { value: '0', label: t('where.no') },
          ]}
          value={val}
          onChange={onChange}
        />
      );
    case 'money':
      return <AmountEditor attributes={named} val={val} onChange={onChange} />;
    case 'time':
      return <TimeEditor attributes={named} label={label} val={val} onChange={onChange} />;
    default:
      return (
        <input
          {...named}
          inputMode={field.kind === 'number' && rule !== 'in' ? 'numeric' : undefined}
          placeholder={rule === 'in' ? t('where.list') : undefined}
          maxLength={200}
          value={val}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

interface EditorProps {
  attributes: {
    readonly 'aria-label': string;
    readonly 'aria-invalid': true | undefined;
    readonly 'aria-describedby': string | undefined;
  };
  val: string;
  onChange: (val: string) => void;
}

const NO_AMOUNT = 'x';

function AmountEditor({ attributes, val, onChange }: EditorProps) {
  const { currency } = useTenant();
  const [text, setText] = useState(val === '' ? '' : toDecimalText(Number(val), currency));
  return (
    <div className="field-box">
      <input
        {...attributes}
        inputMode={digitsOf(currency) === 0 ? 'numeric' : 'decimal'}
        value={text}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          const parsed = pastedAmount(next, currency);
          onChange(next.trim() === '' ? '' : parsed.valid ? String(parsed.minor) : NO_AMOUNT);
        }}
      />
      <span className="field-unit">{currency}</span>
    </div>
  );
}

/** A day of the tenant, and if wanted a minute of it. */
function TimeEditor({ attributes, label, val, onChange }: EditorProps & { label: string }) {
  const { t } = useTranslation('ui');
  const [day = '', minute = ''] = val.split(' ');
  const set = (nextDay: string, nextMinute: string) =>
    onChange(nextDay === '' ? '' : nextMinute === '' ? nextDay : `${nextDay} ${nextMinute}`);
  const { 'aria-label': _, ...rest } = attributes;
  return (
    <div className="where-time">
      <DateInput label={label} attributes={rest} value={day} onChange={(next) => set(next, minute)} />
      <TimeInput
        label={t('where.minute', { label })}
        attributes={{ disabled: day === '' }}
        value={minute}
        onChange={(next) => set(day, next)}
      />
    </div>
  );
}
