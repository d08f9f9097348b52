import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CouponType } from '#domains/coupons/contract/coupon.ts';
import { EXTRA_AMOUNT_TYPES } from '#domains/spots/contract/spot-codes.ts';
import { CURRENCY_CODES, type Currency } from '#platform/money/contract/currency.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { DictionarySelectField } from '#system/dictionaries/web/index.ts';
import { Card } from '#ui/card/card.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { valueAt } from '#ui/form-dialog/field-path.ts';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { type FormValues, sentValues } from '#ui/form-dialog/form-state.ts';
import { RateField } from '#ui/rate/rate-field.tsx';
import { RowsField } from '#ui/rows/rows-field.tsx';
import { ExplainPriceRequest } from '../../contract/price.ts';
import { AddressForm } from './address-form.tsx';
import { PricePanel } from './price-panel.tsx';
import { useChoices } from './use-choices.ts';
import { useExplainedPrice } from './use-explained.ts';
import { useKeptInAddress } from './use-explainer-address.ts';

const MOST_LINES = 50;
const MOST_EXTRAS = 20;
const RATE_COUPONS: readonly number[] = [CouponType.singleItemRate, CouponType.wholeOrderRate, CouponType.posRate];

/** Without a type there is no coupon. */
const OPTIONAL: ReadonlySet<string> = new Set(['coupon.type']);

interface ModeProps {
  kept: string;
  keep: (values: FormValues) => void;
}

/** Any values, whatever is sold: to try a tax rule or a coupon before it is set. */
export function FreeMode({ kept, keep }: ModeProps) {
  const { currency: own } = useTenant();
  const empty = useMemo(
    (): FormValues => ({
      ...{ currency: own, taxMode: 'inclusive', taxRounding: 'line', couponApplies: 'beforeTax', spotTaxRate: 0 },
      ...{ channelDiscountPercent: 0, channel: 'app', paidBy: 'card', extraAmounts: [], lines: [{ quantity: 1 }] },
    }),
    [own],
  );
  const [values, setValues] = useKeptInAddress(kept, empty, keep);
  const request = useMemo(() => ExplainPriceRequest.safeParse(sentOf(values)).data, [values]);
  const query = useExplainedPrice(request);
  const { currency = own } = request ?? {};
  return (
    <>
      <Card>
        <AddressForm
          namespace="pricing"
          schema={ExplainPriceRequest}
          values={values}
          onChange={setValues}
          sent={sentOf}
          optional={OPTIONAL}
        >
          <FreeFields />
        </AddressForm>
      </Card>
      <PricePanel
        query={request && query}
        currency={currency}
        names={[]}
        facts={{
          channelDiscountPercent: request?.channelDiscountPercent,
          extraAmounts: request?.extraAmounts,
          paidBy: request?.paidBy ?? 'card',
          hasCoupon: request?.coupon !== undefined,
        }}
      />
    </>
  );
}

/** A coupon without a type is none, and an extra amount is one of the two that its type says. */
function sentOf(values: FormValues): FormValues {
  const { coupon, extraAmounts, ...others } = sentValues(values, {}, ExplainPriceRequest);
  const type = valueAt(coupon, 'type');
  const isRate = RATE_COUPONS.includes(Number(type));
  const rows = Array.isArray(extraAmounts) ? (extraAmounts as FormValues[]) : [];
  return {
    ...others,
    extraAmounts: rows.map(({ addMinor, proportion, ...row }) => ({
      ...row,
      ...(row['type'] === 'proportion' ? { proportion } : { addMinor }),
    })),
    ...(type !== undefined &&
      type !== null && {
        coupon: {
          type,
          ...(isRate ? { rate: valueAt(coupon, 'rate') } : { valueMinor: valueAt(coupon, 'valueMinor') }),
          ...(type === CouponType.thresholdFlat && { targetMinor: valueAt(coupon, 'targetMinor') }),
        },
      }),
  };
}

function FreeFields() {
  const { t } = useTranslation('pricing');
  const form = useForm();
  const choices = useChoices();
  const currency = (form.values['currency'] as Currency | undefined) ?? 'EUR';
  const couponType = valueAt(form.values, 'coupon.type');
  const isRate = RATE_COUPONS.includes(Number(couponType));
  return (
    <>
      <RowsField
        name="lines"
        blank={{ quantity: 1 }}
        max={MOST_LINES}
        sortable={false}
        addLabel={t('explainer.addLine')}
        rowName={(place) => t('explainer.line', { number: place + 1 })}
      >
        {(at) => (
          <>
            <MoneyField name={`${at}.unitMinor`} currency={currency} />
            <NumberField name={`${at}.quantity`} />
            <RateField name={`${at}.taxRate`} />
          </>
        )}
      </RowsField>
      <div className="price-fields">
        <SelectField name="currency" options={CURRENCY_CODES.map((value) => ({ value, label: value }))} />
        <SelectField name="channel" options={choices.channels} />
        <SelectField name="paidBy" options={choices.payments} />
        <NumberField name="channelDiscountPercent" unit="%" />
        <DictionarySelectField name="taxMode" code="tax_ui_type" />
        <RateField name="spotTaxRate" />
        <SelectField name="taxRounding" options={choices.roundings} />
        <DictionarySelectField name="couponApplies" code="coupon_applies" />
        <SelectField name="coupon.type" options={choices.coupons} />
        {couponType !== undefined && couponType !== null && (
          <>
            {isRate ? (
              <RateField name="coupon.rate" required />
            ) : (
              <MoneyField name="coupon.valueMinor" currency={currency} required />
            )}
            {couponType === CouponType.thresholdFlat && (
              <MoneyField name="coupon.targetMinor" currency={currency} required />
            )}
          </>
        )}
        <MoneyField name="amountStepMinor" currency={currency} />
        <MoneyField name="cashStepMinor" currency={currency} />
      </div>
      <RowsField
        name="extraAmounts"
        blank={{ type: EXTRA_AMOUNT_TYPES[0] }}
        max={MOST_EXTRAS}
        sortable={false}
        addLabel={t('explainer.addExtra')}
        empty={t('explainer.noExtras')}
        rowName={(place) => t('explainer.extra', { number: place + 1 })}
      >
        {(at) => (
          <>
            <MoneyField name={`${at}.minMinor`} currency={currency} />
            <MoneyField name={`${at}.maxMinor`} currency={currency} />
            <DictionarySelectField name={`${at}.type`} code="extra_amount_type" />
            {valueAt(form.values, `${at}.type`) === 'proportion' ? (
              <RateField name={`${at}.proportion`} required />
            ) : (
              <MoneyField name={`${at}.addMinor`} currency={currency} required />
            )}
          </>
        )}
      </RowsField>
    </>
  );
}
