import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from '#ui/fields/field-frame.tsx';
import type { TextFieldProps } from '#ui/fields/text-field.tsx';
import { useField } from '#ui/form-dialog/form-context.ts';
import { type UniqueQuestion, useUniqueCheck } from './use-field-check.ts';

export interface UniqueTextFieldProps extends TextFieldProps {
  unique: UniqueQuestion;
}

/** A text that must be unique: "checking" while the server is asked, its words when the value is taken. */
export function UniqueTextField({ unique, placeholder, type = 'text', ...props }: UniqueTextFieldProps) {
  const { t } = useTranslation('ui');
  // Read when the form is sent: a value known as taken is not worth sending.
  const taken = useRef<{ value: string; text: string }>(undefined);
  const check = useCallback((value: unknown) => {
    const known = taken.current;
    return known !== undefined && known.value === value ? { text: known.text } : undefined;
  }, []);
  const field = useField(props, check);
  const value = field.value === undefined || field.value === null ? '' : String(field.value);
  const initial = useRef(value);
  const { isChecking, fault } = useUniqueCheck(value, unique, initial.current);
  taken.current = fault === undefined ? undefined : { value, text: fault };
  const shown = field.fault ?? fault;
  return (
    <FieldFrame field={{ ...field, fault: shown, hint: isChecking && !shown ? t('form.checking') : field.hint }}>
      <input
        {...field.attributes}
        {...{ placeholder, type }}
        autoComplete="off"
        aria-invalid={shown ? true : undefined}
        aria-describedby={
          [(isChecking || field.hint) && `${field.id}-hint`, shown && `${field.id}-fault`].filter(Boolean).join(' ') ||
          undefined
        }
        value={value}
        onChange={(event) => field.set(event.target.value)}
      />
    </FieldFrame>
  );
}
