import { useState } from 'react';
import { FieldFrame } from '../fields/field-frame.tsx';
import { type FieldProps, useField } from '../form-dialog/form-context.ts';
import type { FieldFault } from '../form-dialog/form-state.ts';
import { rateFault, rateIn, rateText } from './rate.ts';

/** A percentage, typed as such; its value is an integer in millionths. */
export function RateField(props: FieldProps) {
  const field = useField({ ...props, word: rateFault }, malformed, (value) =>
    typeof value === 'number' ? `${written(value)} %` : undefined,
  );
  const [typed, setTyped] = useState('');
  // A value that did not come from here, such as a draft's, is not what was typed last.
  const text = Object.is(rateIn(typed), field.value) ? typed : written(field.value);
  return (
    <FieldFrame field={field} className="field-money">
      <div className="field-box">
        <input
          {...field.attributes}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setTyped(event.target.value);
            field.set(rateIn(event.target.value));
          }}
          onBlur={() => {
            setTyped(written(field.value) || typed);
            field.attributes.onBlur();
          }}
        />
        <span className="field-unit">%</span>
      </div>
    </FieldFrame>
  );
}

const written = (value: unknown): string =>
  typeof value === 'number' && Number.isSafeInteger(value) ? rateText(value) : '';

function malformed(value: unknown): FieldFault | undefined {
  return Number.isNaN(value) ? { key: 'rate' } : undefined;
}
