import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { OpenedPart } from '#ui/opened-part/opened-part.tsx';
import type { Filter } from '#ui/record-list/filters.ts';
import type { RecordList } from '#ui/record-list/use-record-list.ts';
import type { Sort } from '#ui/record-table/sort.ts';
import { Select } from '#ui/select/select.tsx';
import { LazyFilterEditor } from './lazy-filter-editor.ts';

export type NamedFilter = readonly [name: string, filter: Filter];

export interface FilterSheetProps<Row extends object> {
  list: RecordList<Row>;
  filters: readonly NamedFilter[];
  labelOf: (entry: NamedFilter) => string;
  /** Nothing to clear. */
  isClear: boolean | undefined;
  /** Opens the advanced query, where the list takes one. */
  onAdvanced: (() => void) | undefined;
}

/** All that narrows and orders the list, under 768 px in a sheet at the thumb (ux-guide 13). */
export function FilterSheet<Row extends object>(props: FilterSheetProps<Row>) {
  const { list, filters, labelOf, isClear, onAdvanced } = props;
  const { t } = useTranslation('ui');
  const [isOpen, setOpen] = useState(false);
  const [cleared, setCleared] = useState(0);
  const close = () => setOpen(false);
  const clear = () => {
    list.clear();
    setCleared(cleared + 1);
  };
  const { values, where } = list.state;
  const count = filters.filter(([name]) => values[name] !== undefined).length + (where ? 1 : 0);
  const canSort = list.columns.some((column) => column.sort);
  if (filters.length === 0 && !canSort && !onAdvanced) return null;
  return (
    <>
      <Button icon="filter" onClick={() => setOpen(true)}>
        {filters.length === 0 && !onAdvanced ? t('filter.sort') : t('filter.sheet', { count })}
      </Button>
      <OpenedPart onClose={close}>
        {isOpen && (
          <Dialog
            title={filters.length === 0 && !onAdvanced ? t('filter.sort') : t('filter.title')}
            onClose={close}
            footer={
              <>
                {!isClear && <Button onClick={clear}>{t('filter.clear')}</Button>}
                <Button kind="primary" onClick={close}>
                  {t('filter.show', { count: list.total ?? 0 })}
                </Button>
              </>
            }
          >
            <div className="filter-sheet">
              {canSort && <SortChoice list={list} />}
              {filters.map((entry) => (
                // an editor keeps what is half entered; cleared is cleared in there too
                <section key={`${entry[0]} ${cleared}`}>
                  <h3>{labelOf(entry)}</h3>
                  <LazyFilterEditor
                    name={entry[0]}
                    filter={entry[1]}
                    namespace={list.namespace}
                    label={labelOf(entry)}
                    value={values[entry[0]]}
                    request={list.request}
                    onChange={(next) => list.filter(entry[0], next, { replace: true })}
                  />
                </section>
              ))}
              {onAdvanced && (
                <Button
                  icon="filter"
                  aria-haspopup="dialog"
                  onClick={() => {
                    close();
                    onAdvanced();
                  }}
                >
                  {t('where.button')}
                </Button>
              )}
            </div>
          </Dialog>
        )}
      </OpenedPart>
    </>
  );
}

/** What the headers of a table do: cards have none. */
function SortChoice<Row extends object>({ list }: { list: RecordList<Row> }) {
  const { t } = useTranslation('ui');
  const { t: tSlice } = useTranslation(list.namespace);
  const { sort } = list.state;
  const options = list.columns
    .filter((column) => column.sort)
    .flatMap((column) => {
      const name = column.title ?? tSlice(`field.${column.key}`);
      return (['desc', 'asc'] as const).map((order) => ({
        value: `${column.sort}.${order}`,
        label: t(order === 'asc' ? 'filter.sortUp' : 'filter.sortDown', { name }),
      }));
    });
  return (
    <section>
      <h3>{t('filter.sort')}</h3>
      <Select
        label={t('filter.sort')}
        none={t('filter.sortDefault')}
        options={options}
        value={sort ? `${sort.by}.${sort.order}` : ''}
        onChange={(value) => {
          const [by, order] = value.split('.');
          list.change({ sort: by ? { by, order: order as Sort['order'] } : undefined }, { replace: true });
        }}
      />
    </section>
  );
}
