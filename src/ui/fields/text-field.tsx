import type { ComponentProps } from 'react';
import { type FieldProps, useField } from '../form-dialog/form-context.ts';
import { FieldFrame } from './field-frame.tsx';

export interface TextFieldProps extends FieldProps {
  placeholder?: string;
  type?: 'text' | 'email' | 'tel' | 'url';
  autoComplete?: string;
  inputMode?: ComponentProps<'input'>['inputMode'];
}

export function TextField({ placeholder, type = 'text', autoComplete = 'off', inputMode, ...props }: TextFieldProps) {
  const field = useField(props);
  return (
    <FieldFrame field={field}>
      <input
        {...field.attributes}
        {...{ placeholder, type, autoComplete, inputMode }}
        value={asText(field.value)}
        onChange={(event) => field.set(event.target.value)}
      />
    </FieldFrame>
  );
}

export interface TextAreaFieldProps extends FieldProps {
  placeholder?: string;
  rows?: number;
}

export function TextAreaField({ placeholder, rows = 3, ...props }: TextAreaFieldProps) {
  const field = useField(props);
  return (
    <FieldFrame field={field}>
      <textarea
        {...field.attributes}
        {...{ placeholder, rows }}
        value={asText(field.value)}
        onChange={(event) => field.set(event.target.value)}
      />
    </FieldFrame>
  );
}

function asText(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}
