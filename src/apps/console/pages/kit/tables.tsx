import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '#system/record-list/web/index.ts';
import { ListTotals } from '#ui/record-list/list-totals.tsx';
import { columnsFor } from '#ui/record-table/column.tsx';
import { RecordTable, type RecordTableProps } from '#ui/record-table/record-table.tsx';
import type { Sort } from '#ui/record-table/sort.ts';
import { initialLayout, type TableLayoutHandle } from '#ui/record-table/table-layout.ts';
import { useNoList } from '../parts/filter-card.tsx';
import { drinkTags } from '../parts/kit-card.tsx';
import { CUPS, type Cup } from './samples.ts';
import { State } from './state.tsx';

const column = columnsFor<Cup>();
const COLUMNS = [
  column.link('orderNo', () => '/test/kit', { sort: true, width: 176 }),
  column.status('state', drinkTags, { width: 136 }),
  column.text('spot'),
  column.money('paidMinor', { width: 104 }),
  column.time('at', { sort: true, part: 'clock', width: 88 }),
];
const nothing = () => undefined;

const layoutOf = (density: TableLayoutHandle['layout']['density']): TableLayoutHandle => ({
  layout: { ...initialLayout(COLUMNS), density },
  change: nothing,
  reset: nothing,
});
const DEFAULT = layoutOf('default');
const COMPACT = layoutOf('compact');
const COMFORTABLE = layoutOf('comfortable');
const CHOSEN: ReadonlySet<string> = new Set(CUPS.slice(0, 2).map(({ orderNo }) => orderNo));
const GONE: ReadonlySet<string> = new Set([CUPS[2]?.orderNo ?? '']);

export function Tables() {
  const { t } = useTranslation('kit');
  const [sort, setSort] = useState<Sort | undefined>({ by: 'at', order: 'desc' });
  const [selection, setSelection] = useState(CHOSEN);
  const shared: RecordTableProps<Cup> = {
    label: t('word.details'),
    namespace: 'kit',
    columns: COLUMNS,
    rows: CUPS,
    idOf: ({ orderNo }) => orderNo,
    layout: DEFAULT,
    sort,
    onSort: setSort,
    actions: () => [{ key: 'refund', label: t('word.refund') }],
  };
  return (
    <>
      <State of="normal" wide>
        <RecordTable {...shared} />
      </State>
      <State of="chosen" wide>
        <RecordTable
          {...shared}
          layout={COMPACT}
          selection={selection}
          onSelection={setSelection}
          gone={GONE}
          fresh={3}
          onShowFresh={nothing}
        />
      </State>
      <State of="large" wide>
        <RecordTable {...shared} layout={COMFORTABLE} rows={CUPS.slice(0, 2)} isFetching />
      </State>
      <State of="loading" wide>
        <div className="kit-low">
          <RecordTable {...shared} rows={undefined} />
        </div>
      </State>
    </>
  );
}

export function Lists() {
  const { t } = useTranslation('kit');
  const plain = useNoList();
  const narrowed = useNoList({ state: '1,2', size: 'M' });
  return (
    <>
      <State of="normal" wide>
        <FilterBar list={plain} />
      </State>
      <State of="chosen" wide>
        <FilterBar list={narrowed} />
      </State>
      <State of="totals" wide>
        <ListTotals
          totals={[
            { key: 'paid', label: t('field.amount'), value: '1,284.00' },
            { key: 'awaited', label: t('state.loading'), value: undefined },
          ]}
        />
      </State>
    </>
  );
}
