import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldNotes } from '../fields/field-frame.tsx';
import { type FieldProps, type FieldState, focusField, useField } from '../form-dialog/form-context.ts';
import { DATE_PRESETS, presetRange } from '../time/presets.ts';
import { useTenantCalendar } from '../time/use-tenant-calendar.ts';
import { DatePart, datePart } from './date-part.tsx';
import { unfinishedDay } from './date-value.ts';
import { DateWaiting, type TypedEarly } from './date-waiting.tsx';
import { RangePresets } from './range-presets.tsx';
import { isPreset } from './range-value.ts';

const RangeBox = datePart((area) => area.RangeBox);

export interface DateRangeFieldProps {
  label: string;
  /** Two fields of the schema, each `yyyy-MM-dd`; faults of the range belong to the second one. */
  from: FieldProps;
  to: FieldProps;
  maxDays?: number;
}

/** First and last day, both included, in a form: typed, pressed in a calendar, or one of the usual ranges. */
export function DateRangeField({ label, maxDays, ...names }: DateRangeFieldProps) {
  const { t } = useTranslation('ui');
  const [from, to] = [useField(names.from, unfinishedDay), useField(names.to, unfinishedDay)];
  const calendar = useTenantCalendar();
  const [early] = useState<TypedEarly>({ text: '', hadFocus: false });
  const value = { from: textOf(from), to: textOf(to) };
  const put = (next: typeof value) => {
    if (next.from !== value.from) from.set(next.from || undefined);
    if (next.to !== value.to) to.set(next.to || undefined);
  };
  return (
    <div className="field">
      <span className="field-label" aria-hidden onClick={() => focusField(from.id)}>
        {label} {from.isRequired && <small>{t('form.required')}</small>}
      </span>
      <RangePresets
        chosen={DATE_PRESETS.find((preset) => isPreset(preset, value, calendar))}
        maxDays={maxDays}
        onChoose={(preset) => put(presetRange(preset, calendar))}
      />
      <DatePart
        waiting={(onRetry) => <DateWaiting label={label} shown="" early={early} hasCalendar onRetry={onRetry} />}
      >
        <RangeBox
          label={label}
          value={value}
          from={endOf(from)}
          to={endOf(to)}
          maxDays={maxDays}
          isInvalid={(from.fault ?? to.fault) !== undefined}
          onChange={put}
          early={early}
        />
      </DatePart>
      <FieldNotes field={from} />
      <FieldNotes field={to} />
    </div>
  );
}

const textOf = ({ value }: FieldState): string => (typeof value === 'string' ? value : '');

function endOf(field: FieldState) {
  const { name: _, ...attributes } = field.attributes;
  return { label: field.label, attributes };
}
