import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Beverage, beverages } from '#domains/goods/contract/beverages.ts';
import { priceEndpoints } from '#domains/pricing/contract/endpoints.ts';
import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { useMay } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Money } from '#ui/money/money.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { Select } from '#ui/select/select.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import type { Spot } from '../contract/spots.ts';

const CHANNELS = ['app', 'kiosk'] as const;
const MOST_DRINKS = 200;

/** What a drink costs here now, priced by the call that sells it; nothing for those who may see neither drinks nor prices. */
export function PricePreview({ spot }: { spot: Spot }) {
  const { t } = useTranslation('spots');
  const may = useMay();
  const maySee = may(priceEndpoints.quote) && may(beverages.endpoints.page);
  const drinks = useQuery({
    queryKey: ['beverages', 'to-price'],
    enabled: maySee,
    queryFn: ({ signal }) => call(beverages.endpoints.page, { pageSize: MOST_DRINKS }, { signal, notices: 'none' }),
  });
  if (!maySee) return null;
  return (
    <Card title={t('preview.title')}>
      <Loaded query={drinks} skeleton={<Skeleton height={160} />}>
        {({ records }) => {
          const sold = records.filter(({ status }) => status === 'on_sale');
          return sold.length === 0 ? (
            <p className="quiet">{t('preview.none')}</p>
          ) : (
            <Preview spot={spot} drinks={sold} />
          );
        }}
      </Loaded>
    </Card>
  );
}

function Preview({ spot, drinks }: { spot: Spot; drinks: readonly { id: string; name: string; nameZh: string }[] }) {
  const { t } = useTranslation('spots');
  const labelId = useId();
  const [drinkId, setDrinkId] = useState(drinks[0]?.id ?? '');
  const [channel, setChannel] = useState<(typeof CHANNELS)[number]>('app');
  const price = useQuery({
    queryKey: ['spots', 'price', spot.id, spot.version, drinkId, channel],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const drink = await call(beverages.endpoints.one, { id: drinkId }, { signal, notices: 'none' });
      const line = { goodsId: drinkId, quantity: 1, optionIds: neededOptions(drink) };
      const basket = { spotId: spot.id, channel, paidBy: 'card' as const, lines: [line] };
      return call(priceEndpoints.quote, basket, { signal, notices: 'none' });
    },
  });
  return (
    <div className="price-preview">
      <div className="field">
        <label className="field-label" htmlFor={labelId}>
          {t('preview.drink')}
        </label>
        <Select
          attributes={{ id: labelId }}
          label={t('preview.drink')}
          options={drinks.map((drink) => ({ value: drink.id, label: readersName(drink) }))}
          value={drinkId}
          onChange={setDrinkId}
        />
      </div>
      <Segmented
        label={t('preview.channel')}
        options={CHANNELS.map((value) => ({ value, label: t(`preview.${value}`) }))}
        value={channel}
        onChange={setChannel}
      />
      <Loaded query={price} skeleton={<Skeleton height={120} />}>
        {({ subtotalMinor, extraMinor, taxMinor, payableMinor }) => (
          <PriceFacts spot={spot} amounts={{ subtotalMinor, extraMinor, taxMinor, payableMinor }} />
        )}
      </Loaded>
    </div>
  );
}

/** What a kiosk begins with: the default of each group, and of one that must be chosen from else its first choices. */
function neededOptions({ groups }: Beverage): string[] {
  return groups.flatMap(({ required, minChoices, defaultChoiceId, choices }) => {
    if (defaultChoiceId === null && !required) return [];
    const others = choices.map(({ id }) => id).filter((id) => id !== defaultChoiceId);
    return [...(defaultChoiceId === null ? [] : [defaultChoiceId]), ...others].slice(0, minChoices ?? 1);
  });
}

type Amounts = Record<'subtotalMinor' | 'extraMinor' | 'taxMinor' | 'payableMinor', number>;

function PriceFacts({ spot, amounts }: { spot: Spot; amounts: Amounts }) {
  const { t } = useTranslation('spots');
  const { currency } = useTenant();
  const money = (minor: number) => <Money minor={minor} currency={currency} />;
  const isIncluded = spot.taxMode === 'inclusive';
  return (
    <DescriptionList
      columns={1}
      facts={[
        { term: t('preview.subtotal'), value: money(amounts.subtotalMinor) },
        { term: t('preview.extra'), value: amounts.extraMinor > 0 && money(amounts.extraMinor) },
        { term: t('preview.taxAdded'), value: !isIncluded && money(amounts.taxMinor) },
        { term: t('preview.payable'), value: money(amounts.payableMinor), strong: true },
        {
          term: t('preview.taxIncluded'),
          value: isIncluded && <span className="quiet">{money(amounts.taxMinor)}</span>,
        },
      ]}
    />
  );
}
