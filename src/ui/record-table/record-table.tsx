import { type ColumnDef, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '#system/tenants/web/use-tenant.ts';
import { Button } from '../button/button.tsx';
import { ErrorState } from '../error-state/error-state.tsx';
import { Halted } from '../loaded/halted.tsx';
import { SlowNotice } from '../loaded/slow-notice.tsx';
import { LoadingLine } from '../progress/progress.tsx';
import { Skeleton, useSkeletonTime } from '../skeleton/skeleton.tsx';
import { isForeignZone, zoneName } from '../time/format-time.ts';
import { browserNow } from '../time/now.ts';
import type { RecordColumn } from './column.tsx';
import { HeaderCell } from './header-cell.tsx';
import { RecordCards } from './record-cards.tsx';
import { ACTIONS_COLUMN, type LaidColumn, RecordRow, SELECT_COLUMN } from './record-row.tsx';
import type { RowAction } from './row-actions.tsx';
import type { Sort } from './sort.ts';
import { features, type TableFeatures } from './table-features.ts';
import { ROW_HEIGHTS, type TableLayoutHandle } from './table-layout.ts';
import { useIsNarrow } from './use-media.ts';
import { isInteractive, useRowCursor } from './use-row-cursor.ts';
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
  onShowFresh?: () => void;
  selection?: ReadonlySet<string> | undefined;
  onSelection?: ((selection: ReadonlySet<string>) => void) | undefined;
  /** Enter. */
  onEnter?: ((id: string) => void) | undefined;
  /** Space, and a press on a row's free area. */
  onPanel?: ((id: string) => void) | undefined;
  openId?: string | undefined;
  actions?: ((row: Row) => readonly RowAction[]) | undefined;
  actionsWidth?: number;
  /** Called while the last rows are in sight: more are loaded by scrolling, and nobody knows how many there are. */
  onEnd?: () => void;
  /** `false`: rows stay a table under 768 px too, for logs of thousands of short lines. */
  asCards?: boolean;
}

const VIRTUAL_FROM = 100;
/** Rows before the end at which the next ones are asked for. */
const NEAR_END = 60;
const SELECT_WIDTH = 40;
const NARROWEST = 56;
const WIDEST = 800;
const NONE: ReadonlySet<string> = new Set();

/** A real `<table>` over a column model, with rows drawn only where they are seen once there are more than 100. */
export function RecordTable<Row extends object>(props: RecordTableProps<Row>) {
  const { rows, empty, error, onRetry } = props;
  const isNarrow = useIsNarrow();
  const isWaiting = useSkeletonTime(rows === undefined && !error);
  if (rows === undefined && error) return <ErrorState error={error} onRetry={onRetry} />;
  if (rows === undefined && props.isHalted) return <Halted onRetry={onRetry} />;
  const slow = props.isAsking && props.onCancel && <SlowNotice onCancel={props.onCancel} />;
  if (rows === undefined) {
    return (
      <div className="record-box" aria-busy="true">
        {isWaiting && <WaitingTable {...props} />}
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
      ) : isNarrow && props.asCards !== false ? (
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
  const { rows, idOf, layout, sort, onSort, selection, onSelection } = props;
  const { t } = useTranslation('ui');
  const scroller = useRef<HTMLDivElement>(null);
  const { table, laid, totalWidth, titleOf, setWidth } = useLaidColumns(props);
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
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows inside, which are focusable
    <div ref={scroller} className="record-scroll" onScroll={scrollMarks} onKeyDown={onKeyDown}>
      <table
        className={`record-table record-${layout.layout.density}`}
        aria-label={props.label}
        aria-rowcount={props.onEnd ? -1 : (props.total ?? rows.length) + 1}
        style={{ minInlineSize: totalWidth }}
      >
        <colgroup>
          {laid.map(({ key }) => (
            <col key={key} style={{ inlineSize: table.getColumn(key)?.getSize() }} />
          ))}
        </colgroup>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1}>
              {group.headers.map((header, at) => {
                const { column, className = '', style } = laid[at] ?? {};
                if (header.column.id === SELECT_COLUMN) {
                  return (
                    <th key={header.id} scope="col" className={className} style={style}>
                      <SelectAll ids={ids} selection={selection ?? NONE} onSelection={onSelection} />
                    </th>
                  );
                }
                return column ? (
                  <HeaderCell
                    key={header.id}
                    header={header}
                    title={titleOf(column)}
                    sortBy={column.sort}
                    sort={sort}
                    onSort={onSort}
                    onWidth={(width) => setWidth(column.key, width)}
                    className={className}
                    style={style}
                  />
                ) : (
                  <th key={header.id} scope="col" className={className} style={style}>
                    <span className="hidden-text">{t('table.actions')}</span>
                  </th>
                );
              })}
            </tr>
          ))}
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
          onPointerOver={titleWhereCut}
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
  );
}

interface BodyRowsProps<Row extends object> extends RecordTableProps<Row> {
  rows: readonly Row[];
  ids: readonly string[];
  laid: readonly LaidColumn<Row>[];
  cursor: string | undefined;
  scroller: RefObject<HTMLDivElement | null>;
  reveal: RefObject<((index: number) => void) | undefined>;
  onSelect: (id: string, extend: boolean) => void;
}

/** The rows in sight; scrolling draws this part anew and nothing else. */
function BodyRows<Row extends object>(props: BodyRowsProps<Row>) {
  const { rows, ids, laid, cursor, scroller, reveal, offset = 0, gone = NONE, selection, openId } = props;
  const rowHeight = ROW_HEIGHTS[props.layout.layout.density];
  const isVirtual = rows.length > VIRTUAL_FROM;
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another density makes every row another height
  useEffect(() => virtual.measure(), [rowHeight]);
  useEffect(() => {
    reveal.current = (index) => isVirtual && virtual.scrollToIndex(index);
  });

  const items = isVirtual ? virtual.getVirtualItems() : undefined;
  const first = items?.[0]?.index ?? 0;
  const last = items ? (items.at(-1)?.index ?? -1) : rows.length - 1;
  const { onEnd } = props;
  const isNearEnd = last >= rows.length - NEAR_END;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when rows came and the end is still in sight
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, rows.length]);
  const space = (height: number) =>
    height > 0 && (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty spacer row is no control
      <tr aria-hidden="true" className="record-space">
        <td colSpan={laid.length} style={{ blockSize: height, padding: 0 }} />
      </tr>
    );
  return (
    <>
      {space(items?.[0]?.start ?? 0)}
      {rows.slice(first, last + 1).map((row, at) => {
        const index = first + at;
        const id = ids[index] ?? '';
        return (
          <RecordRow
            key={id}
            row={row}
            id={id}
            index={index}
            rowIndex={offset + index + 2}
            columns={laid}
            isSelected={selection?.has(id) ?? false}
            isCursor={cursor === id}
            isOpen={openId === id}
            isGone={gone.has(id)}
            actions={props.actions}
            onSelect={props.onSelect}
          />
        );
      })}
      {space(items ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0)}
    </>
  );
}

/** The column model: order, choice, widths and pins of the layout, as styles that rows and header share. */
function useLaidColumns<Row extends object>({
  columns,
  layout: { layout, change },
  onSelection,
  actions,
  actionsWidth = 132,
  namespace,
}: RecordTableProps<Row>) {
  const { t, i18n } = useTranslation(namespace);
  const { timeZone } = useTenant();
  const hasSelection = onSelection !== undefined;
  const hasActions = actions !== undefined;

  const definitions = useMemo(() => {
    const made: ColumnDef<TableFeatures, Row, unknown>[] = columns.map((column) => ({
      id: column.key,
      size: column.width,
      minSize: NARROWEST,
      maxSize: WIDEST,
    }));
    if (hasSelection) made.unshift({ id: SELECT_COLUMN, size: SELECT_WIDTH });
    if (hasActions) made.push({ id: ACTIONS_COLUMN, size: actionsWidth });
    return made;
  }, [columns, hasSelection, hasActions, actionsWidth]);

  const visible = layout.order.filter((key) => !layout.hidden.includes(key));
  const identity = visible[0];
  const table = useTable<TableFeatures, Row>({
    features,
    columns: definitions,
    data: NO_DATA,
    state: {
      columnOrder: [SELECT_COLUMN, ...layout.order, ACTIONS_COLUMN],
      columnVisibility: Object.fromEntries(layout.hidden.map((key) => [key, false])),
      columnSizing: layout.widths,
      columnPinning: {
        start: [...(hasSelection ? [SELECT_COLUMN] : []), ...(identity ? [identity] : [])],
        end: hasActions ? [ACTIONS_COLUMN] : [],
      },
    },
  });

  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns]);
  const leafs = table.getVisibleLeafColumns();
  // Rows are memoised on this list: it changes only when the layout does.
  const shape = leafs.map((leaf) => `${leaf.id}:${leaf.getIsPinned()}:${leaf.getStart('start')}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` is what the list depends on
  const laid = useMemo<readonly LaidColumn<Row>[]>(
    () =>
      leafs.map((leaf) => {
        const pin = leaf.getIsPinned();
        const column = byKey.get(leaf.id);
        const style: CSSProperties | undefined =
          pin === 'start'
            ? { insetInlineStart: leaf.getStart('start') }
            : pin === 'end'
              ? { insetInlineEnd: leaf.getAfter('end') }
              : undefined;
        const className = [
          column?.align === 'end' && 'align-end',
          pin && `record-pin record-pin-${pin}`,
          leaf.id === identity && 'record-pin-last',
          leaf.id === SELECT_COLUMN && 'record-select',
          leaf.id === ACTIONS_COLUMN && 'record-actions',
        ];
        return { key: leaf.id, column, style, className: className.filter(Boolean).join(' ') };
      }),
    [shape, byKey],
  );

  const now = browserNow();
  const zone = isForeignZone(now, timeZone) ? ` (${zoneName(now, timeZone, i18n.language)})` : '';
  return {
    table,
    laid,
    totalWidth: table.getTotalSize(),
    titleOf: (column: RecordColumn<Row>) => (column.title ?? t(`field.${column.key}`)) + (column.isTime ? zone : ''),
    setWidth: (key: string, width: number) =>
      change({
        ...layout,
        widths: { ...layout.widths, [key]: Math.round(Math.min(WIDEST, Math.max(NARROWEST, width))) },
      }),
  };
}

const NO_DATA: never[] = [];

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
  );
}

/** Says through attributes whether more columns wait at either side, so that the pins can cast a shadow. */
function useScrollMarks(scroller: { current: HTMLElement | null }) {
  const mark = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const from = Math.abs(element.scrollLeft);
    element.toggleAttribute('data-scrolled', from > 0);
    element.toggleAttribute('data-more', from + element.clientWidth < element.scrollWidth - 1);
  }, [scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const resized = new ResizeObserver(mark);
    resized.observe(element);
    if (element.firstElementChild) resized.observe(element.firstElementChild);
    return () => resized.disconnect();
  }, [mark, scroller]);
  return mark;
}

/** A text that its cell cuts off gets itself as tooltip. */
function titleWhereCut(event: { target: EventTarget }) {
  const cell = (event.target as Element).closest('td');
  if (!cell || cell.title) return;
  const isCut = (element: Element): boolean => element.scrollWidth > element.clientWidth;
  if (isCut(cell) || [...cell.querySelectorAll('.tag > span')].some(isCut)) cell.title = cell.textContent;
}

/** The layout to come: the same header and widths, grey lines for values. */
function WaitingTable<Row extends object>(props: RecordTableProps<Row>) {
  const { t } = useTranslation('ui');
  const { table, laid, totalWidth, titleOf } = useLaidColumns(props);
  const [lines] = useState(() => Array.from({ length: 16 }, (_, at) => 40 + ((at * 37) % 45)));
  return (
    <div className="record-scroll record-still" aria-busy="true">
      <table
        className={`record-table record-${props.layout.layout.density}`}
        aria-label={props.label}
        style={{ minInlineSize: totalWidth }}
      >
        <caption className="hidden-text">{t('loading')}</caption>
        <colgroup>
          {laid.map(({ key }) => (
            <col key={key} style={{ inlineSize: table.getColumn(key)?.getSize() }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {laid.map(({ key, column, className }) =>
              column ? (
                <th key={key} scope="col" className={className}>
                  <span>{titleOf(column)}</span>
                </th>
              ) : (
                <td key={key} className={className} />
              ),
            )}
          </tr>
        </thead>
        <tbody aria-hidden="true">
          {lines.map((width, at) => (
            <tr key={at}>
              {laid.map(({ key, column, className }) => (
                <td key={key} className={className}>
                  {column && <Skeleton width={`${width}%`} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
