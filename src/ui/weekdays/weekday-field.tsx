import { useTranslation } from 'react-i18next';
import { daysInWords, weekdayName, weekdaysIn, weekFrom, withWeekday } from '#platform/time/rules/week.ts';
import { FieldNotes } from '../fields/field-frame.tsx';
import { type FieldProps, useField } from '../form-dialog/form-context.ts';
import { useLanguage } from '../language/use-language.ts';
import { useTenantCalendar } from '../time/use-tenant-calendar.ts';
import './weekdays.css';

/** Several days of the week: a list of numbers, Monday is 1 and Sunday is 7. */
export function WeekdayField(props: FieldProps) {
  const { t } = useTranslation('ui');
  const language = useLanguage();
  const { weekStart } = useTenantCalendar();
  const week = weekFrom(weekStart);
  const field = useField({ ...props, isChoice: true }, undefined, (value) => {
    const days = weekdaysIn(value);
    return daysInWords(days, weekStart, language) || '–';
  });
  const chosen = weekdaysIn(field.value);
  const { 'aria-required': _required, name: _name, ...attributes } = field.attributes;
  return (
    <fieldset {...attributes} className="field">
      <legend className="field-label">
        {field.label} {field.isRequired && <small>{t('form.required')}</small>}
      </legend>
      <div className="weekdays">
        {week.map((day) => (
          <label key={day}>
            <input
              type="checkbox"
              checked={chosen.includes(day)}
              onChange={() => field.set(withWeekday(chosen, day))}
            />
            {weekdayName(day, language)}
          </label>
        ))}
      </div>
      <FieldNotes field={field} />
    </fieldset>
  );
}
