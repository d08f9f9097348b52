import { useState } from 'react';
import { type FieldProps, useField } from '../form-dialog/form-context.ts';
import { FieldFrame } from './field-frame.tsx';

export interface NumberFieldProps extends FieldProps {
  /** Shown inside the field: "s", "%". */
  unit?: string;
  placeholder?: string;
}

/** A number typed as text, so that half a number is not thrown away; what is no number is a fault of the field. */
export function NumberField({ unit, placeholder, ...props }: NumberFieldProps) {
  const field = useField(props, undefined, (value) => (unit === undefined ? undefined : `${value} ${unit}`));
  const [typed, setTyped] = useState('');
  // A value that did not come from here, such as a draft's, is not what was typed last.
  const text = Object.is(numberIn(typed), field.value) ? typed : writtenNumber(field.value);
  return (
    <FieldFrame field={field}>
      <div className="field-box">
        <input
          {...field.attributes}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            setTyped(event.target.value);
            field.set(numberIn(event.target.value));
          }}
        />
        {unit && <span className="field-unit">{unit}</span>}
      </div>
    </FieldFrame>
  );
}

function writtenNumber(value: unknown): string {
  return typeof value === 'number' && !Number.isNaN(value) ? String(value) : '';
}

function numberIn(text: string): number | undefined {
  const plain = text.normalize('NFKC').replace(/\s/g, '').replace(',', '.');
  if (plain === '') return undefined;
  return /^-?\d*\.?\d+$/.test(plain) ? Number(plain) : Number.NaN;
}
