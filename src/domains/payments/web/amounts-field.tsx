import { useTranslation } from 'react-i18next';
import { CURRENCY_CODES, type Currency } from '#platform/money/contract/currency.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { DictionarySelectField } from '#system/dictionaries/web/index.ts';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { valueAt } from '#ui/form-dialog/field-path.ts';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { RowsField } from '#ui/rows/rows-field.tsx';

/** Steps and minimum amounts, each in its own currency. */
export function AmountsField() {
  const { t } = useTranslation('payment-configs');
  const { values } = useForm();
  const tenant = useTenant();
  return (
    <RowsField
      name="amounts"
      label={t('field.amounts')}
      blank={{ currency: tenant.currency }}
      max={CURRENCY_CODES.length}
      sortable={false}
      addLabel={t('kind.addRow.amounts')}
      empty={t('hint.noAmounts')}
    >
      {(at) => {
        const currency = (valueAt(values, `${at}.currency`) ?? tenant.currency) as Currency;
        return (
          <>
            <DictionarySelectField name={`${at}.currency`} label={t('field.amounts.currency')} code="currency" />
            <MoneyField name={`${at}.amountStepMinor`} label={t('field.amounts.amountStepMinor')} currency={currency} />
            <MoneyField name={`${at}.minAmountMinor`} label={t('field.amounts.minAmountMinor')} currency={currency} />
          </>
        );
      }}
    </RowsField>
  );
}
