import { useTranslation } from 'react-i18next';
import { type FieldProps, useField } from '../form-dialog/form-context.ts';
import { FieldFrame } from './field-frame.tsx';

export interface SelectOption {
  value: string | number;
  label: string;
  disabled?: boolean;
}

export interface SelectFieldProps extends FieldProps {
  options: readonly SelectOption[];
}

/** One of a few; the value keeps its kind (number or text). */
export function SelectField({ options, ...props }: SelectFieldProps) {
  const { t } = useTranslation('ui');
  const field = useField(
    { ...props, isChoice: true },
    undefined,
    (value) => options.find((option) => option.value === value)?.label,
  );
  const isChosen = options.some((option) => option.value === field.value);
  return (
    <FieldFrame field={field}>
      <select
        {...field.attributes}
        value={isChosen ? String(field.value) : ''}
        onChange={(event) => field.set(options.find((option) => String(option.value) === event.target.value)?.value)}
      >
        {(!isChosen || !field.isRequired) && <option value="">{field.isRequired ? t('form.choose') : '–'}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
