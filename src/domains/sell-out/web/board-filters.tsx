import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { beverages } from '#domains/goods/contract/beverages.ts';
import { SpotSearch } from '#domains/spots/web/choices/index.ts';
import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { Select } from '#ui/select/select.tsx';
import { type BoardAddress, SOLD_OUT_FILTERS } from './use-board.ts';

const MOST_DRINKS = 200;
const TYPING_MS = 300;
const STATES = { '': 'all', 'partly,soldOut': 'some', soldOut: 'whole' } as const;

interface FilterProps {
  address: BoardAddress;
  go: (change: Partial<BoardAddress>) => void;
}

export function BoardFilters({ address, go }: FilterProps) {
  const { t } = useTranslation('sell-out');
  const { data } = useQuery({
    queryKey: ['beverages', 'on-sale'],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      call(beverages.endpoints.page, { status: 'on_sale', pageSize: MOST_DRINKS }, { signal, notices: 'none' }),
  });
  const drinks = data?.records ?? [];
  return (
    <div className="board-filters">
      <Keyword value={address.keyword} onChange={(keyword) => go({ keyword })} />
      <SpotSearch
        label={t('field.spot')}
        placeholder={t('filter.allSpots')}
        value={address.spotId}
        onChange={(spotId = '') => go({ spotId })}
      />
      <Select
        label={t('field.goods')}
        options={drinks.map((drink) => ({ value: drink.id, label: readersName(drink) }))}
        none={t('filter.allGoods')}
        value={address.goodsId}
        onChange={(goodsId) => go({ goodsId })}
      />
      <Segmented
        label={t('filter.state')}
        options={SOLD_OUT_FILTERS.map((value) => ({ value, label: t(`filter.${STATES[value]}`) }))}
        value={address.soldOut}
        onChange={(soldOut) => go({ soldOut })}
      />
      <Segmented
        label={t('filter.by')}
        options={[
          { value: 'robot', label: t('filter.byRobot') },
          { value: 'goods', label: t('filter.byGoods') },
        ]}
        value={address.by}
        onChange={(by) => go({ by, page: address.page })}
      />
    </div>
  );
}

/** Asked for when the typing pauses; an address that changes elsewhere is shown. */
function Keyword({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('sell-out');
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    const waiting = setTimeout(() => onChange(typed.trim()), TYPING_MS);
    return () => clearTimeout(waiting);
  });
  return (
    <input
      type="search"
      aria-label={t('filter.keyword')}
      placeholder={t('filter.keyword')}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
