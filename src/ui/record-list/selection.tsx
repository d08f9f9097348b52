import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import type { RecordList } from './use-record-list.ts';

/** Selected records: their ids, or everything that the filters match. */
export type Selection =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'matching'; readonly request: Readonly<Record<string, unknown>>; readonly count: number };

/** Survives paging, is cleared by a change of filters (ux-guide 3). */
export function useSelection<Row extends object>(list: RecordList<Row>) {
  const { values, view, where } = list.state;
  const scope = JSON.stringify([values, view, where]);
  const [chosen, setChosen] = useState<{ scope: string; ids: ReadonlySet<string>; isAll: boolean }>();
  const current = chosen?.scope === scope ? chosen : undefined;
  const ids = current?.ids ?? NONE;
  const isAll = current?.isAll ?? false;
  const count = isAll ? (list.total ?? 0) : ids.size;
  const value: Selection = isAll ? { kind: 'matching', request: list.request, count } : { kind: 'ids', ids: [...ids] };
  return {
    ids,
    isAll,
    count,
    value,
    select: (next: ReadonlySet<string>) => setChosen({ scope, ids: next, isAll: false }),
    selectAll: () => setChosen({ scope, ids, isAll: true }),
    clear: () => (current ? setChosen(undefined) : false),
  };
}

const NONE: ReadonlySet<string> = new Set();

interface SelectionBarProps<Row extends object> {
  list: RecordList<Row>;
  selection: ReturnType<typeof useSelection>;
  children: ReactNode;
}

export function SelectionBar<Row extends object>({ list, selection, children }: SelectionBarProps<Row>) {
  const { t } = useTranslation('ui');
  const total = list.total ?? 0;
  return (
    <div className="selection-bar" role="toolbar" aria-label={t('list.selection')}>
      <strong>{t('list.selected', { count: selection.count })}</strong>
      {!selection.isAll && selection.count < total && (
        <Button kind="link" onClick={selection.selectAll}>
          {t('list.selectMatching', { count: total })}
        </Button>
      )}
      {children}
      <Button kind="link" onClick={selection.clear}>
        {t('list.unselect')}
      </Button>
    </div>
  );
}
