import type { ReactNode } from 'react';
import { RecordInSight, type RowAction } from '#ui/record-actions/offered-actions.ts';
import type { RecordList } from '#ui/record-list/use-record-list.ts';
import { PanelActions } from '#ui/record-table/row-actions.tsx';
import { SidePanel } from '#ui/side-panel/side-panel.tsx';

export interface ListPanel<Row> {
  /** `row` is undefined when the record is not on this page of the list. */
  readonly title: (id: string, row: Row | undefined) => ReactNode;
  readonly content: (id: string, row: Row | undefined) => ReactNode;
  /** Beside the actions of the row, which the panel has by itself. */
  readonly actions?: (id: string) => ReactNode;
}

/** Which record the quick look shows, `?panel=<id>`, and how it is opened, moved along the rows and closed. */
export function useListPanel<Row extends object>(list: RecordList<Row>, isThere: boolean) {
  const { state, rows, idOf, change } = list;
  const id = isThere ? state.panel : undefined;
  const open = (next: string | undefined) => change({ panel: next }, { replace: state.panel !== undefined });
  return {
    id,
    row: id === undefined ? undefined : rows?.find((row) => idOf(row) === id),
    open,
    move: (by: 1 | -1) => {
      if (id === undefined) return false;
      const ids = rows?.map(idOf) ?? [];
      const next = ids[ids.indexOf(id) + by];
      if (next !== undefined) open(next);
      return true;
    },
  };
}

interface RecordPanelProps<Row extends object> {
  id: string;
  shown: ReturnType<typeof useListPanel<Row>>;
  panel: ListPanel<Row>;
  pageOf: ((id: string) => string) | undefined;
  rowActions: ((row: Row) => readonly RowAction[]) | undefined;
}

export function RecordPanel<Row extends object>({ id, shown, panel, pageOf, rowActions }: RecordPanelProps<Row>) {
  const { row, open, move } = shown;
  const title = panel.title(id, row);
  return (
    <RecordInSight value={typeof title === 'string' ? title : ''}>
      <SidePanel
        title={title}
        fullPage={pageOf?.(id)}
        onMove={move}
        onClose={() => open(undefined)}
        footer={
          <>
            {row && rowActions && <PanelActions actions={rowActions(row)} />}
            {panel.actions?.(id)}
          </>
        }
      >
        {panel.content(id, row)}
      </SidePanel>
    </RecordInSight>
  );
}
