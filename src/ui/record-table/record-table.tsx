import { type CSSProperties, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { ErrorState } from '../error-state/error-state.tsx';
import { Halted } from '../loaded/halted.tsx';
import { SlowNotice } from '../loaded/slow-notice.tsx';
import { usePrinting } from '../print/use-printing.ts';
import { LoadingLine } from '../progress/progress.tsx';
import type { RowAction } from '../record-actions/offered-actions.ts';
import { useSkeletonTime } from '../skeleton/skeleton.tsx';
import { useStable } from '../stable/use-stable.ts';
import { BodyRows } from './body-rows.tsx';
import type { RecordColumn } from './column.tsx';
import { HeaderCell } from './header-cell.tsx';
import { RecordCards, type ShortCard } from './record-cards.tsx';
import { SELECT_COLUMN } from './record-row.tsx';
import type { Sort } from './sort.ts';
import { ROW_HEIGHTS, type TableLayoutHandle } from './table-layout.ts';
import { useLaidColumns } from './use-laid-columns.ts';
import { useIsNarrow } from './use-media.ts';
import { isInteractive, useRowCursor } from './use-row-cursor.ts';
import { useScrollMarks } from './use-scroll-marks.ts';
import { WaitingCards } from './waiting-cards.tsx';
import { WaitingTable } from './waiting-table.tsx';
import './record-table.css';

export interface RecordTableProps<Row extends object> {
  /** Spoken name of the table. */
  label: string;
  /** The slice whose texts name the columns: `field.<key>`. */
  namespace: string;
  columns: readonly RecordColumn<Row>[];
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined;
  idOf: (row: Row) => string;
  layout: TableLayoutHandle;
  sort?: Sort | undefined;
  onSort?: (sort: Sort | undefined) => void;
  /** Place of the first row among all, from 0, and their number. */
  offset?: number;
  total?: number | undefined;
  isFetching?: boolean;
  error?: unknown;
  onRetry?: () => void;
  /** Asking the server; after 10 s the reader may cancel. */
  isAsking?: boolean;
  onCancel?: () => void;
  /** Nothing was loaded and nothing is on its way. */
  isHalted?: boolean;
  /** Shown when there are no rows. */
  empty?: ReactNode;
  /** Rows that no longer match, and how many new ones wait. */
  gone?: ReadonlySet<string>;
  fresh?: number;
  /** New ones that were shown just now: they flash once. */
  arrived?: ReadonlySet<string>;
  onShowFresh?: () => void;
  selection?: ReadonlySet<string> | undefined;
  onSelection?: ((selection: ReadonlySet<string>) => void) | undefined;
  /** Enter. */
  onEnter?: ((id: string) => void) | undefined;
  /** Space, and a press on a row's free area. */
  onPanel?: ((id: string) => void) | undefined;
  openId?: string | undefined;
  actions?: ((row: Row) => readonly RowAction[]) | undefined;
  /** Under 768 px: two lines instead of the columns marked for cards. */
  card?: ((row: Row) => ShortCard) | undefined;
  /** Called while the last rows are in sight: more are loaded by scrolling, and their number is unknown. */
  onEnd?: () => void;
  /** Rows are tiles beside each other, at any width, each with this above what a card says. */
  picture?: ((row: Row) => ReactNode) | undefined;
  /** `false`: rows stay a table under 768 px too, for logs of thousands of short lines. */
  asCards?: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/** A real `<table>`, with rows drawn only where they are seen once there are more than 100. */
export function RecordTable<Row extends object>(props: RecordTableProps<Row>) {
  const { rows, empty, error, onRetry } = props;
  const isNarrow = useIsNarrow();
  const hasCards = !usePrinting() && (props.picture !== undefined || (isNarrow && props.asCards !== false));
  const isWaiting = useSkeletonTime(rows === undefined && !error);
  if (rows === undefined && error) return <ErrorState error={error} onRetry={onRetry} />;
  if (rows === undefined && props.isHalted) return <Halted onRetry={onRetry} />;
  const slow = props.isAsking && props.onCancel && <SlowNotice onCancel={props.onCancel} />;
  if (rows === undefined) {
    return (
      <div className="record-box" aria-busy="true">
        {hasCards ? <WaitingCards isSeen={isWaiting} /> : isWaiting && <WaitingTable {...props} />}
        {slow}
      </div>
    );
  }
  return (
    <div className="record-box" aria-busy={props.isFetching || undefined}>
      {props.isFetching && <LoadingLine />}
      {slow}
      <FreshRows fresh={props.fresh ?? 0} onShow={props.onShowFresh} />
      {rows.length === 0 ? (
        empty
      ) : hasCards ? (
        <RecordCards {...props} rows={rows} />
      ) : (
        <WideTable {...props} rows={rows} />
      )}
    </div>
  );
}

function FreshRows({ fresh, onShow }: { fresh: number; onShow: (() => void) | undefined }) {
  const { t } = useTranslation('ui');
  if (fresh === 0 || !onShow) return null;
  return (
    <Button kind="primary" small className="record-fresh" icon="arrowUp" onClick={onShow}>
      {t('table.fresh', { count: fresh })}
    </Button>
  );
}

function WideTable<Row extends object>(props: RecordTableProps<Row> & { rows: readonly Row[] }) {
  const { rows, idOf, layout, sort, selection, onSelection } = props;
  const { t } = useTranslation('ui');
  const scroller = useRef<HTMLDivElement>(null);
  const { laid, widths, totalWidth, pinnedWidths, titleOf, setWidth } = useLaidColumns(props, scroller);
  const steady = useStable({ onSort: props.onSort, onWidth: setWidth });
  const ids = useMemo(() => rows.map(idOf), [rows, idOf]);
  const reveal = useRef<(index: number) => void>(undefined);
  const select = useSelect(ids, selection, onSelection);
  const { cursor, setCursor, onKeyDown } = useRowCursor({
    ids,
    rowHeight: ROW_HEIGHTS[layout.layout.density],
    openId: props.openId,
    scroller,
    reveal: (index) => reveal.current?.(index),
    onEnter: props.onEnter,
    onSpace: props.onPanel,
    onSelect: onSelection && select,
    onMoved: props.openId === undefined ? undefined : props.onPanel,
  });
  const scrollMarks = useScrollMarks(scroller);

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows inside, which are focusable */}
      <div
        ref={scroller}
        className="record-scroll"
        style={{ '--pins': `${pinnedWidths.start}px ${pinnedWidths.end}px` } as CSSProperties}
        onScroll={scrollMarks}
        onKeyDown={onKeyDown}
      >
        <table
          className={`record-table record-${layout.layout.density}`}
          aria-label={props.label}
          aria-rowcount={props.onEnd ? -1 : (props.total ?? rows.length) + 1}
          style={{ minInlineSize: totalWidth }}
        >
          <colgroup>
            {laid.map(({ key }, at) => (
              <col key={key} style={{ inlineSize: widths[at] }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {laid.map(({ key, column, className, style }, at) => {
                if (key === SELECT_COLUMN) {
                  return (
                    <th key={key} scope="col" className={className} style={style}>
                      <SelectAll ids={ids} selection={selection ?? NONE} onSelection={onSelection} />
                    </th>
                  );
                }
                return column ? (
                  <HeaderCell
                    key={key}
                    column={key}
                    width={widths[at] ?? 0}
                    title={titleOf(column)}
                    sortBy={column.sort}
                    sort={sort}
                    onSort={steady.onSort}
                    onWidth={steady.onWidth}
                    className={className}
                    style={style}
                  />
                ) : (
                  <th key={key} scope="col" className={className} style={style}>
                    <span className="hidden-text">{t('table.actions')}</span>
                  </th>
                );
              })}
            </tr>
          </thead>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Space on the focused row does the same */}
          <tbody
            onClick={(event) => {
              const line = (event.target as Element).closest('tr');
              const id = line?.dataset.id;
              if (!id || isInteractive(event.target, line) || getSelection()?.isCollapsed === false) return;
              setCursor(id);
              props.onPanel?.(id);
            }}
            onFocus={(event) => {
              const id = (event.target as Element).closest('tr')?.dataset.id;
              if (id) setCursor(id);
            }}
          >
            <BodyRows
              {...props}
              ids={ids}
              laid={laid}
              cursor={cursor}
              scroller={scroller}
              reveal={reveal}
              onSelect={select}
            />
          </tbody>
        </table>
      </div>
      <span
        className="record-edge record-edge-start"
        style={{ '--pinned': `${pinnedWidths.start}px` } as CSSProperties}
      />
      <span className="record-edge record-edge-end" style={{ '--pinned': `${pinnedWidths.end}px` } as CSSProperties} />
    </>
  );
}

function useSelect(
  ids: readonly string[],
  selection: ReadonlySet<string> | undefined,
  onSelection: ((selection: ReadonlySet<string>) => void) | undefined,
) {
  const latest = useRef({ ids, selection, onSelection });
  useEffect(() => {
    latest.current = { ids, selection, onSelection };
  });
  const anchor = useRef<string>(undefined);
  return useCallback((id: string, extend: boolean) => {
    const { ids, selection = NONE, onSelection } = latest.current;
    const next = new Set(selection);
    const from = anchor.current === undefined ? -1 : ids.indexOf(anchor.current);
    if (extend && from >= 0) {
      const to = ids.indexOf(id);
      for (const between of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(between);
    } else if (!next.delete(id)) next.add(id);
    anchor.current = id;
    onSelection?.(next);
  }, []);
}

function SelectAll({
  ids,
  selection,
  onSelection,
}: {
  ids: readonly string[];
  selection: ReadonlySet<string>;
  onSelection: ((selection: ReadonlySet<string>) => void) | undefined;
}) {
  const { t } = useTranslation('ui');
  const count = ids.filter((id) => selection.has(id)).length;
  const isAll = count === ids.length && count > 0;
  return (
    <label>
      <input
        type="checkbox"
        aria-label={t('table.selectPage')}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll;
        }}
        onChange={() => {
          const next = new Set(selection);
          for (const id of ids) isAll ? next.delete(id) : next.add(id);
          onSelection?.(next);
        }}
      />
    </label>
  );
}
