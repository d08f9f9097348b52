import { memo, type ReactNode, Suspense, useEffect, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CallError } from '#platform/http/web/call-error.ts';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import {
  hasStrip,
  type ListViews,
  useListViews,
  ViewEdits,
  ViewMenu,
  ViewStrip,
} from '#system/saved-views/web/index.ts';
import { type Permitted, useMay } from '#ui/allowed/allowed.tsx';
import { IconButton } from '#ui/button/button.tsx';
import { CopyLink } from '#ui/copy-link/copy-link.tsx';
import { KEYS } from '#ui/keyboard/keys.ts';
import { useShortcuts } from '#ui/keyboard/use-shortcuts.ts';
import { StaleNotice } from '#ui/loaded/stale-notice.tsx';
import { Pagination } from '#ui/pagination/pagination.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { type Selection, SelectionBar, useSelection } from '#ui/record-list/selection.tsx';
import type { RecordList } from '#ui/record-list/use-record-list.ts';
import { useRememberedWay } from '#ui/record-list/use-ways.ts';
import { ColumnPicker } from '#ui/record-table/column-picker.tsx';
import type { ShortCard } from '#ui/record-table/record-cards.tsx';
import { RecordTable } from '#ui/record-table/record-table.tsx';
import { useIsTablet } from '#ui/record-table/use-media.ts';
import { useStable } from '#ui/stable/use-stable.ts';
import { FilterBar } from './filter-bar.tsx';
import { type ListPanel, RecordPanel, useListPanel } from './list-panel.tsx';
import type { RarePartProps } from './rare-part.tsx';
import './record-list.css';

const RarePart = lazyAgain<RarePartProps>(() => import('./rare-part.tsx'));

export interface RecordListPageProps<Row extends object> {
  list: RecordList<Row>;
  title: string;
  /** Primary action, at the title's end. */
  action?: ReactNode;
  /** Address of a record's own page: Enter, and "Open full page" of the panel. */
  pageOf?: (id: string) => string;
  /** Depends on the row, what the reader may do and the language alone: a drawn row calls it again only when it changed itself. */
  rowActions?: (row: Row) => readonly RowAction[];
  /** The quick look at a record, `?panel=<id>`. */
  panel?: ListPanel<Row>;
  /**
   * Turns on selection; shown in place of the filters while something is selected. `keep` leaves only these selected, such
   * as those that failed (ux-guide 3).
   */
  bulkActions?: (selection: Selection, done: () => void, keep: (ids: readonly string[]) => void) => ReactNode;
  /** A row on a phone, in two lines. */
  card?: (row: Row) => ShortCard;
  /** The list is a gallery: tiles with this above what a card says. */
  picture?: (row: Row) => ReactNode;
  /** The calls of the bulk actions: a user who may make none of them has no boxes to tick. */
  bulkBy?: readonly Permitted[];
  /** Sums over all that the filters match, beside their number: `ListTotals`. */
  totals?: ReactNode;
  /** First use: one sentence and the primary action; shown when no filter is set. */
  empty?: ReactNode;
  /** How many records each view shows with these filters, at its tab. */
  viewCounts?: Readonly<Record<string, number | undefined>> | undefined;
  /** A view without records where nothing else narrows the list: what would stand there. */
  viewEmpty?: (view: string) => ReactNode;
  /** Between title and filters: tiles, a notice. */
  children?: ReactNode;
}

/** Name, views and action in one row, then filters, table, footer: the frame of every list, a sheet from edge to edge. */
export function RecordListPage<Row extends object>(props: RecordListPageProps<Row>) {
  const { list, title, action, pageOf, rowActions, panel, card, picture, empty, viewEmpty, children } = props;
  const may = useMay();
  const bulkActions = !props.bulkBy || props.bulkBy.some(may) ? props.bulkActions : undefined;
  const navigate = useNavigate();
  const still = useWithoutPanel(list);
  const views = useListViews(still);
  const { layout } = views;
  const steady = useStable({ rowActions, card, picture });
  const selection = useSelection(list);
  const tableId = useId();
  const { state, rows, total } = list;
  const shown = useListPanel(list, panel !== undefined);

  const stepBack = () => (shown.id === undefined ? selection.clear() : shown.open(undefined));
  const counts = useStable(props.viewCounts ?? NO_COUNTS);
  const head = useRef<HTMLElement>(null);
  const create = () => {
    const button = head.current?.querySelector<HTMLElement>('.button-primary:not(:disabled)');
    button?.click();
    return button != null;
  };
  useShortcuts({
    [KEYS.close]: stepBack,
    [KEYS.previous]: () => shown.move(-1),
    [KEYS.next]: () => shown.move(1),
    [KEYS.create]: create,
  });
  const paths = useMemo(() => pageOf && rows?.map((row) => pageOf(list.idOf(row))), [rows, pageOf, list.idOf]);
  useRememberedWay(list.id, paths);
  useClampedPage(list);

  // nothing to narrow, to keep or to take along
  const isForbidden = rows === undefined && list.error instanceof CallError && list.error.status === 403;

  return (
    <div className="record-list">
      <header className="record-list-head" ref={head}>
        <h1 tabIndex={-1}>{title}</h1>
        {!isForbidden && <ListStrip list={still} views={views} controls={tableId} counts={counts} />}
        {action && !isForbidden && <div className="button-group">{action}</div>}
      </header>
      {children}
      {views.lost.length > 0 && (
        <Suspense>
          <RarePart names={views.lost} namespace={list.namespace} />
        </Suspense>
      )}
      <div className="record-list-card">
        {!isForbidden && (
          <div className="record-list-bar">
            {selection.count > 0 && bulkActions ? (
              <SelectionBar list={list} selection={selection}>
                {bulkActions(selection.value, selection.clear, (ids) => selection.select(new Set(ids)))}
              </SelectionBar>
            ) : (
              <ListFilters list={still} views={views} />
            )}
            <ListTools list={still} views={views} />
          </div>
        )}
        <div
          id={tableId}
          className="record-list-table"
          {...(list.shape.views.length > 1 && { role: 'tabpanel', 'aria-label': title })}
        >
          <RecordTable
            label={title}
            namespace={list.namespace}
            columns={list.columns}
            rows={rows}
            idOf={list.idOf}
            layout={layout}
            sort={still.state.sort}
            onSort={(sort) => list.change({ sort })}
            offset={(state.page - 1) * state.size}
            total={total}
            isFetching={list.isFetching}
            error={list.error}
            onRetry={list.refresh}
            isAsking={list.isAsking}
            onCancel={list.cancel}
            isHalted={list.isHalted}
            gone={list.gone}
            arrived={list.arrived}
            fresh={list.fresh}
            onShowFresh={list.showFresh}
            selection={bulkActions && selection.ids}
            onSelection={bulkActions && selection.select}
            onEnter={pageOf && ((id) => void navigate(pageOf(id)))}
            onPanel={panel && shown.open}
            openId={shown.id}
            actions={steady.rowActions}
            card={steady.card}
            picture={steady.picture}
            empty={
              <Suspense>
                <RarePart list={list as unknown as RecordList<object>} {...{ action, empty, viewEmpty }} />
              </Suspense>
            }
          />
        </div>
        {!(list.error && rows === undefined) && (
          <footer className="record-list-foot">
            {list.error ? <StaleNotice error={list.error} updatedAt={list.updatedAt} onRetry={list.refresh} /> : null}
            <ListPages list={still} totals={props.totals} />
          </footer>
        )}
      </div>
      {panel && shown.id !== undefined && (
        <RecordPanel id={shown.id} shown={shown} panel={panel} pageOf={pageOf} rowActions={rowActions} />
      )}
    </div>
  );
}

/** The list for everything that the panel does not concern: opening one draws none of it anew. */
function useWithoutPanel<Row extends object>(list: RecordList<Row>): RecordList<Row> {
  const others = { ...list.state, panel: undefined };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text holds all that is in it
  const state = useMemo(() => others, [JSON.stringify(others)]);
  return useStable({ ...list, state });
}

interface PartProps<Row extends object> {
  list: RecordList<Row>;
  views: ListViews;
}

interface StripProps<Row extends object> extends PartProps<Row> {
  controls: string;
  counts: Readonly<Record<string, number | undefined>>;
}
const NO_COUNTS = {};

/** What to do with a changed view stands beside the tabs, unless that would push them out of a small window. */
const ListStrip = memo(<Row extends object>({ list, views, controls, counts }: StripProps<Row>) => {
  const isTablet = useIsTablet();
  return (
    <ViewStrip list={list} views={views} controls={controls} counts={counts}>
      {!isTablet && <ViewEdits views={views} />}
    </ViewStrip>
  );
}) as <Row extends object>(props: StripProps<Row>) => ReactNode;

const ListFilters = memo(<Row extends object>({ list, views }: PartProps<Row>) => {
  const isTablet = useIsTablet();
  return (
    <FilterBar
      list={views.current ? { ...list, clear: views.reset } : list}
      isClear={views.current !== undefined && !views.isEdited}
    >
      {(isTablet || !hasStrip(list, views)) && <ViewEdits views={views} />}
    </FilterBar>
  );
}) as <Row extends object>(props: PartProps<Row>) => ReactNode;

const ListTools = memo(<Row extends object>({ list, views }: PartProps<Row>) => {
  const { t } = useTranslation('ui');
  return (
    <div className="record-list-tools">
      <ViewMenu views={views} />
      <CopyLink />
      <IconButton icon="refresh" label={t('list.refresh')} onClick={list.refresh} />
      <ColumnPicker namespace={list.namespace} columns={list.columns} layout={views.layout} />
    </div>
  );
}) as <Row extends object>(props: PartProps<Row>) => ReactNode;

interface PagesProps<Row extends object> {
  list: RecordList<Row>;
  totals: ReactNode;
}

const ListPages = memo(<Row extends object>({ list, totals }: PagesProps<Row>) => (
  <Pagination
    page={list.state.page}
    size={list.state.size}
    total={list.total}
    isEstimate={list.totalIsEstimate}
    onPage={(page) => list.change({ page })}
    onSize={(size) => list.change({ size })}
  >
    {totals}
  </Pagination>
)) as <Row extends object>(props: PagesProps<Row>) => ReactNode;

/** A page beyond the last one, after a filter or a deletion, becomes the last one. */
function useClampedPage<Row extends object>(list: RecordList<Row>): void {
  const { total, isFetching, change } = list;
  const { page, size } = list.state;
  const last = total === undefined ? undefined : Math.max(1, Math.ceil(total / size));
  const isBeyond = last !== undefined && page > last && !isFetching;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when it happens
  useEffect(() => {
    if (isBeyond) change({ page: last }, { replace: true });
  }, [isBeyond]);
}
