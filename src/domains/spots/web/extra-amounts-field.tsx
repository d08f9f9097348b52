import { useTranslation } from 'react-i18next';
import { DictionarySelectField } from '#system/dictionaries/web/index.ts';
import { blankRow } from '#system/records/web/form-page.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { valueAt } from '#ui/form-dialog/field-path.ts';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { RateField } from '#ui/rate/rate-field.tsx';
import { RowsField } from '#ui/rows/rows-field.tsx';
import { spots } from '../contract/spots.ts';

const { extraAmounts } = spots.fields;

/** Which subtotals cost more, and how much; of amount and proportion the one that the type asks for. */
export function ExtraAmountsField() {
  const { t } = useTranslation('spots');
  const form = useForm();
  return (
    <RowsField
      name="extraAmounts"
      blank={blankRow(extraAmounts)}
      sortable={false}
      max={extraAmounts.max}
      addLabel={t('extra.add')}
      empty={t('extra.none')}
      rowName={(place) => t('extra.name', { number: place + 1 })}
      hint={t('extra.hint')}
    >
      {(at) => (
        <>
          <MoneyField name={`${at}.minMinor`} />
          <MoneyField name={`${at}.maxMinor`} />
          <DictionarySelectField name={`${at}.type`} code="extra_amount_type" />
          {valueAt(form.values, `${at}.type`) === 'proportion' ? (
            <RateField name={`${at}.proportion`} required />
          ) : (
            <MoneyField name={`${at}.addMinor`} required />
          )}
        </>
      )}
    </RowsField>
  );
}
