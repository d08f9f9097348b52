import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CronField } from '#system/scheduling/contract/cron.ts';
import { FIELD_BOUNDS, type FieldChoice, MOST_DAYS_BEFORE_LAST } from '#system/scheduling/rules/cron-choice.ts';
import { Button } from '#ui/button/button.tsx';
import { Select } from '#ui/select/select.tsx';
import { valueName } from './cron-words.ts';

export interface ModeDetailsProps {
  field: CronField;
  choice: FieldChoice;
  currentYear: number;
  onChoose: (choice: FieldChoice) => void;
}

/** What the chosen mode of a field needs: its values, bounded as the scheduler bounds them (platform.md 5). */
export function ModeDetails({ field, choice, currentYear, onChoose }: ModeDetailsProps) {
  const { t } = useTranslation('scheduling');
  const { min, max, maxStep } = FIELD_BOUNDS[field];
  switch (choice.mode) {
    case 'range':
      return (
        <span className="cron-values">
          <FieldValue
            field={field}
            label={t('value.from')}
            value={choice.from}
            // only weekdays may run over the end of their field
            onChange={(from) =>
              onChoose({ ...choice, from, to: field === 'week' ? choice.to : Math.max(from, choice.to) })
            }
          />
          <FieldValue
            field={field}
            label={t('value.to')}
            value={choice.to}
            onChange={(to) =>
              onChoose({ ...choice, to, from: field === 'week' ? choice.from : Math.min(to, choice.from) })
            }
          />
        </span>
      );
    case 'loop':
      return (
        <span className="cron-values">
          <FieldValue
            field={field}
            label={t('value.start')}
            value={choice.from}
            onChange={(from) => onChoose({ ...choice, from })}
          />
          <WholeNumber
            label={t('value.step')}
            name={t('value.stepName')}
            value={choice.step}
            min={1}
            max={maxStep}
            onChange={(step) => onChoose({ ...choice, step })}
          />
        </span>
      );
    case 'nearestWeekday':
      return (
        <span className="cron-values">
          <WholeNumber
            label={t('value.day')}
            value={choice.day}
            min={min}
            max={max}
            onChange={(day) => onChoose({ ...choice, day })}
          />
        </span>
      );
    case 'lastDay':
      return (
        <span className="cron-values">
          <WholeNumber
            label={t('value.before')}
            value={choice.before}
            min={0}
            max={MOST_DAYS_BEFORE_LAST}
            onChange={(before) => onChoose({ ...choice, before })}
          />
        </span>
      );
    case 'specify':
      return (
        <ValueChips
          field={field}
          values={choice.values}
          currentYear={currentYear}
          onChange={(values) => onChoose({ mode: 'specify', values })}
        />
      );
    default:
      return null;
  }
}

interface FieldValueProps {
  field: CronField;
  label: string;
  value: number;
  onChange: (value: number) => void;
}

/** Weekdays and months by name, everything else by number. */
function FieldValue({ field, label, value, onChange }: FieldValueProps) {
  const { i18n } = useTranslation('scheduling');
  const { min, max } = FIELD_BOUNDS[field];
  if (field !== 'week' && field !== 'month')
    return <WholeNumber label={label} value={value} min={min} max={max} onChange={onChange} />;
  return (
    <span className="cron-choice">
      <span aria-hidden="true">{label}</span>
      <Select
        label={label}
        options={span(min, max).map((one) => ({ value: String(one), label: valueName(field, one, i18n.language) }))}
        value={String(value)}
        onChange={(next) => onChange(Number(next))}
      />
    </span>
  );
}

interface WholeNumberProps {
  label: string;
  /** Spoken name where the label alone says too little. */
  name?: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** A number out of bounds stays in the box, shows a fault, and changes nothing. */
function WholeNumber({ label, name, value, min, max, onChange }: WholeNumberProps) {
  const { t } = useTranslation('scheduling');
  const faultId = useId();
  const [text, setText] = useState<string>();
  const shown = text ?? String(value);
  const isGood = isWhole(shown, min, max);
  return (
    <label>
      {label}{' '}
      <input
        inputMode="numeric"
        autoComplete="off"
        className="cron-number"
        aria-label={name}
        aria-invalid={!isGood || undefined}
        aria-describedby={isGood ? undefined : faultId}
        value={shown}
        onChange={(event) => {
          setText(event.target.value);
          if (isWhole(event.target.value, min, max)) onChange(Number(event.target.value));
        }}
        onBlur={() => setText(undefined)}
      />
      {!isGood && (
        <small id={faultId} className="field-fault">
          {t('value.outOfBounds', { min, max })}
        </small>
      )}
    </label>
  );
}

function isWhole(text: string, min: number, max: number): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) >= min && Number(text) <= max;
}

const YEARS_SHOWN = 10;

interface ValueChipsProps {
  field: CronField;
  values: readonly number[];
  currentYear: number;
  onChange: (values: readonly number[]) => void;
}

/** All values of the field as boxes to tick; at least one stays. */
function ValueChips({ field, values, currentYear, onChange }: ValueChipsProps) {
  const { t, i18n } = useTranslation('scheduling');
  const [year, setYear] = useState(currentYear + YEARS_SHOWN);
  const { min, max } = FIELD_BOUNDS[field];
  const offered = field === 'year' ? span(currentYear, currentYear + YEARS_SHOWN - 1) : span(min, max);
  const all = [...new Set([...offered, ...values])].sort((a, b) => a - b);
  const set = (value: number, on: boolean): void => {
    const next = on ? [...values, value].sort((a, b) => a - b) : values.filter((one) => one !== value);
    if (next.length > 0) onChange(next);
  };
  return (
    <fieldset className="cron-chips" data-field={field} aria-label={t('value.list')}>
      {all.map((value) => (
        <label key={value} className="cron-chip">
          <input
            type="checkbox"
            checked={values.includes(value)}
            onChange={(event) => set(value, event.target.checked)}
          />
          <span>{valueName(field, value, i18n.language, 'short')}</span>
        </label>
      ))}
      {field === 'year' && (
        <span className="cron-values">
          <WholeNumber label={t('value.year')} value={year} min={min} max={max} onChange={setYear} />
          <Button small onClick={() => set(year, true)} disabled={values.includes(year)}>
            {t('value.add')}
          </Button>
        </span>
      )}
    </fieldset>
  );
}

function span(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
