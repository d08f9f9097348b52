import { useCallback, useState } from 'react';
import { type Currency, digitsOf } from '#platform/money/contract/currency.ts';
import type { Money } from '#platform/money/rules/money.ts';
import { toDecimalText } from '#platform/money/rules/parse-amount.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { type FieldProps, useField } from '../form-dialog/form-context.ts';
import type { FieldFault } from '../form-dialog/form-state.ts';
import { useFormatMoney } from '../money/money.tsx';
import { pastedAmount } from '../money/pasted-amount.ts';
import { FieldFrame } from './field-frame.tsx';

export interface MoneyFieldProps extends FieldProps {
  /** The maximum's currency, else the tenant's. */
  currency?: Currency;
  /** The most that can be entered, such as what is left to refund. */
  max?: Pick<Money, 'minor' | 'currency'>;
}

/** An amount with the currency's digits; pasted separators are understood; the value is an integer in minor units. */
export function MoneyField({ currency, max, ...props }: MoneyFieldProps) {
  const tenant = useTenant();
  const unit = currency ?? max?.currency ?? tenant.currency;
  const format = useFormatMoney();
  const limit = max?.minor;
  const limitText = limit === undefined ? '' : format(limit, unit);
  const check = useCallback(
    (value: unknown): FieldFault | undefined => {
      if (Number.isNaN(value)) return { key: 'amount', facts: { digits: digitsOf(unit) } };
      if (limit !== undefined && typeof value === 'number' && value > limit) {
        return { key: 'amountTooHigh', facts: { maximum: limitText } };
      }
      return undefined;
    },
    [unit, limit, limitText],
  );
  const field = useField(props, check, (value) => (typeof value === 'number' ? format(value, unit) : undefined));
  const written = (value: unknown): string =>
    typeof value === 'number' && Number.isSafeInteger(value) ? toDecimalText(value, unit) : '';
  const [typed, setTyped] = useState('');
  // A value that did not come from here, such as a draft's, is not what was typed last.
  const text = Object.is(minorIn(typed, unit), field.value) ? typed : written(field.value);
  return (
    <FieldFrame field={field} className="field-money">
      <div className="field-box">
        <input
          {...field.attributes}
          inputMode={digitsOf(unit) === 0 ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setTyped(event.target.value);
            field.set(minorIn(event.target.value, unit));
          }}
          onBlur={() => {
            if (Number.isSafeInteger(field.value)) setTyped(written(field.value));
            field.attributes.onBlur();
          }}
        />
        <span className="field-unit">{unit}</span>
      </div>
    </FieldFrame>
  );
}

/** `undefined` for an empty field, NaN for what is no amount of the currency. */
function minorIn(text: string, currency: Currency): number | undefined {
  if (text.trim() === '') return undefined;
  const parsed = pastedAmount(text, currency);
  return parsed.valid ? parsed.minor : Number.NaN;
}
