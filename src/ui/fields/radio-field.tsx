import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type FieldProps, type FieldState, useField } from '../form-dialog/form-context.ts';
import { Segmented } from '../segmented/segmented.tsx';
import type { SelectOption } from '../select/options.ts';
import { FieldNotes } from './field-frame.tsx';
import type { FieldOption } from './select-field.tsx';

export interface RadioFieldProps extends FieldProps {
  options: readonly FieldOption[];
  /** In one bar. */
  buttons?: boolean;
}

/** One of a few, all in sight; the value keeps its kind (number or text). */
export function RadioField({ options, buttons, ...props }: RadioFieldProps) {
  const field = useField(
    { ...props, isChoice: true },
    undefined,
    (value) => options.find((option) => option.value === value)?.label,
  );
  return (
    <RadioFrame
      field={field}
      options={options.map((option) => ({ ...option, value: String(option.value) }))}
      value={field.value === undefined ? '' : String(field.value)}
      onChange={(text) => field.set(options.find(({ value }) => String(value) === text)?.value)}
      buttons={buttons}
    />
  );
}

interface RadioFrameProps {
  field: FieldState;
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
  buttons?: boolean | undefined;
}

/** Its label names the group, not a control. */
export function RadioFrame({ field, options, value, onChange, buttons }: RadioFrameProps) {
  const { t } = useTranslation('ui');
  const group = useId();
  const { 'aria-required': _required, name: _name, ...attributes } = field.attributes;
  return (
    <fieldset {...attributes} className="field">
      <legend className="field-label">
        {field.label} {field.isRequired && <small>{t('form.required')}</small>}
      </legend>
      {buttons ? (
        <Segmented label={field.label} value={value} options={options} onChange={onChange} />
      ) : (
        <div className="field-radios">
          {options.map((option) => (
            <label key={option.value}>
              <input
                type="radio"
                name={group}
                checked={option.value === value}
                disabled={option.disabled && option.value !== value}
                onChange={() => onChange(option.value)}
              />
              {option.label}
            </label>
          ))}
        </div>
      )}
      <FieldNotes field={field} />
    </fieldset>
  );
}
