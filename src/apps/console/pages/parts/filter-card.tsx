import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '#system/record-list/web/index.ts';
import { Card } from '#ui/card/card.tsx';
import { choiceFilter, textFilter } from '#ui/record-list/filters.ts';
import type { ListState } from '#ui/record-list/list-state.ts';
import type { RecordList } from '#ui/record-list/use-record-list.ts';
import { drinkTags } from './kit-card.tsx';

const COUNTS = { 1: 3, 2: 12, 3: 1284, 4: 1 };
const FILTERS = {
  state: choiceFilter(drinkTags, { promoted: true, multiple: true, counts: async () => COUNTS }),
  size: choiceFilter(['S', 'M', 'L'], { promoted: true }),
  title: textFilter(),
};
const BEGIN: ListState = {
  values: {},
  view: undefined,
  sort: undefined,
  page: 1,
  size: 20,
  panel: undefined,
  where: undefined,
  saved: undefined,
};
const NONE: readonly object[] = [];

/** Filters without a list: what they say stands below, as an address and a call would have it. */
export function FilterCard() {
  const { t } = useTranslation('parts');
  const list = useNoList();
  return (
    <Card title={t('filters.title')}>
      <FilterBar list={list} />
      <pre className="parts-values">{JSON.stringify(list.state.values)}</pre>
    </Card>
  );
}

export function useNoList(values: ListState['values'] = BEGIN.values): RecordList<object> {
  const [state, setState] = useState<ListState>(() => ({ ...BEGIN, values }));
  const nothing = () => undefined;
  return {
    id: 'parts.filters',
    namespace: 'parts',
    columns: [],
    shape: { filters: FILTERS, views: [], sortable: [], defaultSort: undefined, defaultSize: 20 },
    state,
    idOf: String,
    rows: NONE,
    gone: new Set(),
    fresh: 0,
    arrived: new Set(),
    total: 0,
    totalIsEstimate: false,
    isFetching: false,
    error: undefined,
    isAsking: false,
    updatedAt: 0,
    isHalted: false,
    request: {},
    countAll: async () => 0,
    change: (next) => setState((now) => ({ ...now, ...next })),
    filter: (name, value) =>
      setState((now) => {
        const { [name]: _, ...others } = now.values;
        return { ...now, values: value ? { ...others, [name]: value } : others };
      }),
    clear: () => setState(BEGIN),
    refresh: nothing,
    cancel: nothing,
    showFresh: nothing,
  };
}
