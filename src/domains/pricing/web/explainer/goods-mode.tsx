import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { beverages } from '#domains/goods/contract/beverages.ts';
import { channelDiscountPercent } from '#domains/pricing/rules/price-unit.ts';
import { spots } from '#domains/spots/contract/spots.ts';
import { SpotSearch } from '#domains/spots/web/choices/index.ts';
import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { FieldFrame } from '#ui/fields/field-frame.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { valueAt } from '#ui/form-dialog/field-path.ts';
import { useField } from '#ui/form-dialog/form-context.ts';
import { type FormValues, sentValues } from '#ui/form-dialog/form-state.ts';
import { RowsField } from '#ui/rows/rows-field.tsx';
import { QuoteRequest } from '../../contract/price.ts';
import { AddressForm } from './address-form.tsx';
import { GoodsOptions } from './goods-options.tsx';
import { PricePanel } from './price-panel.tsx';
import { useChoices } from './use-choices.ts';
import { useExplainedQuote } from './use-explained.ts';
import { useKeptInAddress } from './use-explainer-address.ts';

const MOST_LINES = 50;
const MOST_DRINKS = 200;
const EMPTY: FormValues = {
  channel: 'app',
  paidBy: 'card',
  lines: [{ quantity: 1, optionIds: [] }],
};

/** What is sold, at a spot, as the storefront would price it. */
export function GoodsMode({ kept, keep }: { kept: string; keep: (values: FormValues) => void }) {
  const { currency } = useTenant();
  const [values, setValues] = useKeptInAddress(kept, EMPTY, keep);
  const request = useMemo(() => QuoteRequest.safeParse(sentValues(values, {}, QuoteRequest)).data, [values]);
  const query = useExplainedQuote(request);
  const drinks = useDrinks();
  const spot = useSpot(request?.spotId);
  const names = (request?.lines ?? []).map(({ goodsId }) => drinks.find(({ value }) => value === goodsId)?.label);
  return (
    <>
      <Card>
        <AddressForm namespace="pricing" schema={QuoteRequest} values={values} onChange={setValues}>
          <GoodsFields drinks={drinks} />
        </AddressForm>
      </Card>
      <PricePanel
        query={request && query}
        currency={currency}
        names={names}
        facts={{
          channelDiscountPercent: spot && request && channelDiscountPercent(spot, request.channel),
          extraAmounts: spot?.extraAmounts,
          paidBy: request?.paidBy ?? 'card',
          hasCoupon: request?.couponCode !== undefined,
        }}
      />
    </>
  );
}

function GoodsFields({ drinks }: { drinks: readonly { value: string; label: string }[] }) {
  const { t } = useTranslation('pricing');
  const choices = useChoices();
  return (
    <>
      <div className="price-fields">
        <SpotField />
        <SelectField name="channel" options={choices.channels} />
        <SelectField name="paidBy" options={choices.payments} />
        <TextField name="couponCode" />
      </div>
      <RowsField
        name="lines"
        blank={{ quantity: 1, optionIds: [] }}
        max={MOST_LINES}
        sortable={false}
        addLabel={t('explainer.addLine')}
        rowName={(place) => t('explainer.line', { number: place + 1 })}
      >
        {(at) => (
          <>
            <SelectField name={`${at}.goodsId`} options={drinks} />
            <NumberField name={`${at}.quantity`} />
            <GoodsOptions at={at} />
          </>
        )}
      </RowsField>
    </>
  );
}

function SpotField() {
  const { t } = useTranslation('pricing');
  const field = useField({ name: 'spotId', label: t('field.spotId'), isChoice: true });
  return (
    <FieldFrame field={field}>
      <SpotSearch
        attributes={field.attributes}
        label={field.label}
        value={typeof field.value === 'string' ? field.value : ''}
        onChange={field.set}
      />
    </FieldFrame>
  );
}

function useDrinks(): readonly { value: string; label: string }[] {
  const { data } = useQuery({
    queryKey: ['beverages', 'on-sale'],
    enabled: useCan(beverages.endpoints.page),
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      call(beverages.endpoints.page, { status: 'on_sale', pageSize: MOST_DRINKS }, { signal, notices: 'none' }),
  });
  return (data?.records ?? []).map((drink) => ({ value: drink.id, label: readersName(drink) }));
}

/** Its discounts and extra amounts say why they did nothing; who may not see spots sees the steps alone. */
function useSpot(id: string | undefined) {
  const { data } = useQuery({
    queryKey: ['spots', 'to-explain', id],
    enabled: useCan(spots.endpoints.one) && id !== undefined,
    queryFn: ({ signal }) => call(spots.endpoints.one, { id: id ?? '' }, { signal, notices: 'none' }),
  });
  return data && valueAt(data, 'id') === id ? data : undefined;
}
