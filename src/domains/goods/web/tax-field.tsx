import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldNotes } from '#ui/fields/field-frame.tsx';
import { useField } from '#ui/form-dialog/form-context.ts';
import { choiceFault, type FieldFault } from '#ui/form-dialog/form-state.ts';
import { rateFault, rateIn, rateText } from '#ui/rate/rate.ts';

/** The rate of the spot, or one of its own: one of the two must be said (settled 74). */
export function TaxField() {
  const { t } = useTranslation('beverages');
  const { t: tUi } = useTranslation('ui');
  const [wantsOwn, setWantsOwn] = useState(false);
  const field = useField({ name: 'taxRate', hint: t('tax.hint'), word: wordFault }, malformed, (value) =>
    typeof value === 'number' ? `${written(value)} %` : undefined,
  );
  const group = useId();
  const [typed, setTyped] = useState('');
  const isOwn = wantsOwn || typeof field.value === 'number';
  const { 'aria-required': _required, name: _name, id, onBlur, ...attributes } = field.attributes;
  const choose = (own: boolean) => {
    setWantsOwn(own);
    field.set(own ? rateIn(typed) : null);
  };
  const text = Object.is(rateIn(typed), field.value) ? typed : written(field.value);
  return (
    <fieldset {...attributes} id={id} className="field tax-field">
      <legend className="field-label">
        {field.label} {field.isRequired && <small>{tUi('form.required')}</small>}
      </legend>
      <div className="field-radios">
        <label>
          <input type="radio" name={group} checked={field.value === null} onChange={() => choose(false)} />
          {t('tax.spot')}
        </label>
        <label>
          <input type="radio" name={group} checked={isOwn} onChange={() => choose(true)} />
          {t('tax.own')}
        </label>
        {isOwn && (
          <div className="field-box">
            <input
              inputMode="decimal"
              autoComplete="off"
              aria-label={t('tax.own')}
              aria-invalid={field.fault ? true : undefined}
              value={text}
              onChange={(event) => {
                setTyped(event.target.value);
                field.set(rateIn(event.target.value));
              }}
              onBlur={onBlur}
            />
            <span className="field-unit">%</span>
          </div>
        )}
      </div>
      <FieldNotes field={field} />
    </fieldset>
  );
}

const written = (value: unknown): string =>
  typeof value === 'number' && Number.isSafeInteger(value) ? rateText(value) : '';

function malformed(value: unknown): FieldFault | undefined {
  return Number.isNaN(value) ? { key: 'rate' } : undefined;
}

/** Nothing is chosen yet, or the rate is wrong. */
const wordFault = (fault: FieldFault): FieldFault => choiceFault(rateFault(fault));
