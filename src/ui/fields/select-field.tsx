import { type FieldProps, useField } from '../form-dialog/form-context.ts';
import { MultiSelect } from '../select/multi-select.tsx';
import type { OptionLook } from '../select/options.ts';
import { Select } from '../select/select.tsx';
import { FieldFrame } from './field-frame.tsx';

export interface FieldOption {
  value: string | number;
  label: string;
  hint?: string;
  disabled?: boolean;
}

export interface SelectFieldProps extends FieldProps, OptionLook {
  options: readonly FieldOption[];
  /** What else follows from the choice, such as other fields that are emptied. */
  onChosen?: (value: FieldOption['value'] | undefined) => void;
}

/** One of a closed set; the value keeps its kind (number or text). */
export function SelectField({ options, tags, onChosen, ...props }: SelectFieldProps) {
  const field = useField(
    { ...props, isChoice: true },
    undefined,
    (value) => options.find((option) => option.value === value)?.label,
  );
  const isChosen = options.some((option) => option.value === field.value);
  return (
    <FieldFrame field={field}>
      <Select
        attributes={field.attributes}
        label={field.label}
        options={options.map((option) => ({ ...option, value: String(option.value) }))}
        tags={tags}
        none={field.isRequired ? undefined : '–'}
        value={isChosen ? String(field.value) : ''}
        onChange={(text) => {
          const chosen = options.find(({ value }) => String(value) === text)?.value;
          field.set(chosen);
          onChosen?.(chosen);
        }}
      />
    </FieldFrame>
  );
}

/** Several of a closed set: an array of texts. */
export function MultiSelectField({ options, tags, ...props }: Omit<SelectFieldProps, 'onChosen'>) {
  const field = useField({ ...props, isChoice: true });
  return (
    <FieldFrame field={field}>
      <MultiSelect
        attributes={field.attributes}
        label={field.label}
        options={options.map((option) => ({ ...option, value: String(option.value) }))}
        tags={tags}
        values={Array.isArray(field.value) ? field.value.map(String) : []}
        onChange={(values) => field.set(values)}
      />
    </FieldFrame>
  );
}
