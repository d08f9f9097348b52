import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldNotes } from '../fields/field-frame.tsx';
import {
  type FieldCheck,
  type FieldProps,
  type FieldState,
  focusField,
  useField,
} from '../form-dialog/form-context.ts';
import { formatWall } from '../time/format-wall.ts';
import { Time } from '../time/time.tsx';
import { useTimeStyle } from '../time/use-time-style.ts';
import { DateInput, type DateInputProps, DateTimeInput, TimeInput } from './date-input.tsx';
import { clockFault, dateTimeFault, dayFault, UNFINISHED } from './date-value.ts';

export interface DateFieldProps extends FieldProps {
  /** Of the same kind as the value; a value beyond it shows a fault. */
  min?: string;
  max?: string;
}

/** A day of the calendar, `yyyy-MM-dd`. */
export function DateField({ min, max, ...props }: DateFieldProps) {
  const style = useTimeStyle();
  const { timeZone, timeFormat, language } = style;
  const check = useCallback<FieldCheck>(
    (value) => dayFault(value, { min, max }, { timeZone, timeFormat, language }),
    [min, max, timeZone, timeFormat, language],
  );
  const field = useField(props, check, (value) => (isKnown(value) ? formatWall(value, style) : '–'));
  return (
    <DateFrame field={field}>
      <DateInput {...controlOf(field)} min={min} max={max} />
    </DateFrame>
  );
}

/** Typed on the tenant's wall clock, kept as an ISO instant. `min` and `max` are instants. */
export function DateTimeField({ min, max, ...props }: DateFieldProps) {
  const { timeZone, timeFormat, language } = useTimeStyle();
  const check = useCallback<FieldCheck>(
    (value) => dateTimeFault(value, { min, max }, { timeZone, timeFormat, language }),
    [min, max, timeZone, timeFormat, language],
  );
  const field = useField(props, check, (value) => (isKnown(value) ? <Time at={value} /> : '–'));
  return (
    <DateFrame field={field}>
      <DateTimeInput {...controlOf(field)} min={min} max={max} />
    </DateFrame>
  );
}

/** A time of day, `HH:mm`. */
export function TimeField(props: FieldProps) {
  const style = useTimeStyle();
  const field = useField(props, clockFault, (value) => (isKnown(value) ? formatWall(value, style) : '–'));
  return (
    <DateFrame field={field}>
      <TimeInput {...controlOf(field)} />
    </DateFrame>
  );
}

const isKnown = (value: unknown): value is string => typeof value === 'string' && value !== UNFINISHED;

function controlOf(field: FieldState): DateInputProps {
  const { name: _, ...attributes } = field.attributes;
  return {
    label: field.label,
    value: typeof field.value === 'string' ? field.value : '',
    onChange: (value) => field.set(value === '' ? undefined : value),
    attributes,
  };
}

/** No `label`: it would name no native control. A press on the words goes into the first segment as it would there. */
export function DateFrame({ field, children }: { field: FieldState; children: ReactNode }) {
  const { t } = useTranslation('ui');
  return (
    <div className="field">
      <span className="field-label" aria-hidden onClick={() => focusField(field.id)}>
        {field.label} {field.isRequired && <small>{t('form.required')}</small>}
      </span>
      {children}
      <FieldNotes field={field} />
    </div>
  );
}
