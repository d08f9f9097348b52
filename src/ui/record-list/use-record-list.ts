import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type * as z from 'zod';
import type { Endpoint, RequestInput, ResponseOf } from '#platform/http/contract/endpoint.ts';
import { call } from '#platform/http/web/call.ts';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { type LiveMessage, useLive } from '#platform/live/web/live.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { readStored, writeStored } from '#platform/storage/web/stored.ts';
import type { SuperFields } from '#platform/super-query/contract/super-query.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { PAGE_SIZES, type PageSize } from '../pagination/page-sizes.ts';
import type { RecordColumn } from '../record-table/column.tsx';
import type { Sort } from '../record-table/sort.ts';
import { type HeldRowsHandle, useHeldRows } from '../record-table/use-held-rows.ts';
import { useStable } from '../stable/use-stable.ts';
import { useTenantCalendar } from '../time/use-tenant-calendar.ts';
import { toast } from '../toast/toasts.tsx';
import type { AmountFilter, DateRangeFilter, Filter } from './filters.ts';
import {
  type ListShape,
  type ListState,
  type ListView,
  listRequest,
  readListState,
  writeListState,
} from './list-state.ts';

interface Page {
  records: unknown[];
  total: number;
  totalIsEstimate?: boolean | undefined;
}

export type ListEndpoint = Endpoint<z.ZodType, z.ZodType<Page>>;
export type RowOf<E extends ListEndpoint> = ResponseOf<E>['records'][number] & object;

/** A filter is named after the request field it fills; a range names its two fields itself. */
type FiltersOf<E extends ListEndpoint, F extends Record<string, Filter>> = {
  [Name in keyof F]: F[Name] extends DateRangeFilter
    ? DateRangeFilter<keyof RequestInput<E> & string, keyof RequestInput<E> & string>
    : F[Name] extends AmountFilter
      ? AmountFilter<keyof RequestInput<E> & string, keyof RequestInput<E> & string>
      : Name extends keyof RequestInput<E>
        ? Filter
        : never;
};

export interface RecordListOptions<E extends ListEndpoint, F extends Record<string, Filter>> {
  /** The slice: names its texts, its remembered layout and the root of its query keys. */
  namespace: string;
  /** Distinguishes the lists of a slice that has several. */
  name?: string;
  rowId: keyof RowOf<E> & string;
  filters?: F & FiltersOf<E, F>;
  /** System views as tabs, the first is the default; named by the slice's texts `view.<key>`. */
  views?: readonly (ListView & { request?: Partial<RequestInput<E>> })[];
  /** What people's views and layouts of it were saved as, where its slice had another name. */
  savedAs?: string;
  /** Always sent, and not the reader's to change. */
  fixed?: Partial<RequestInput<E>>;
  defaultSort?: Sort;
  /** Made with `columnsFor`, beside the page, so that they stay the same object. */
  columns: readonly RecordColumn<RowOf<E>>[];
  /** Kind of the live messages that change these rows; turns on rows that stay in place. */
  live?: string;
  /** The id in live messages, where it is not `rowId`. */
  liveId?: keyof RowOf<E> & string;
  /** Messages of rows that are not shown make it ask again at most so often; without it as those of the others. */
  elsewhereEveryMs?: number;
  /** Asked again so often, without a sign of it, where no message says that rows changed. */
  everySeconds?: number;
  /** The messages are of other records: their fields are not those of the rows, even by the same name. */
  isLiveOfOthers?: boolean;
  pageSize?: PageSize;
  /** Fields of advanced queries: those that the slice declares for its call. */
  advanced?: SuperFields;
}

export interface RecordList<Row extends object> extends Pick<HeldRowsHandle<Row>, 'gone' | 'fresh' | 'arrived'> {
  readonly id: string;
  readonly namespace: string;
  readonly columns: readonly RecordColumn<Row>[];
  readonly shape: ListShape;
  readonly state: ListState;
  readonly idOf: (row: Row) => string;
  /** Undefined until the first answer. */
  readonly rows: readonly Row[] | undefined;
  readonly total: number | undefined;
  readonly totalIsEstimate: boolean;
  readonly isFetching: boolean;
  readonly error: unknown;
  /** Asking the server, seen or unseen. */
  readonly isAsking: boolean;
  /** Epoch milliseconds of the answer that is shown. */
  readonly updatedAt: number;
  /** Nothing was loaded and nothing is on its way: the reader cancelled. */
  readonly isHalted: boolean;
  /** The fields sent last, for exports and for "all matching". */
  readonly request: Readonly<Record<string, unknown>>;
  /** How many records there are without view and filters. */
  countAll(signal: AbortSignal): Promise<number>;
  /** A change of filters, view, sort or size goes back to page 1. `replace` while typing. */
  change(next: Partial<ListState>, how?: { replace?: boolean }): void;
  filter(name: string, value: string | undefined, how?: { replace?: boolean }): void;
  clear(): void;
  refresh(): void;
  cancel(): void;
  /** Shows the rows that wait. */
  showFresh(): void;
}

/** A list without its rows: what the parts around the table need, whatever they list. */
export type ListHandle = Pick<RecordList<object>, 'namespace' | 'state' | 'change'>;

const PAGE_SIZE_STORED_AS = 'pageSize';
const NO_FILTERS = {};
const NO_VIEWS: readonly ListView[] = [];

/** A list whose state is the address: typed filters, sort and page in, rows out. */
export function useRecordList<E extends ListEndpoint, const F extends Record<string, Filter>>(
  endpoint: E,
  options: RecordListOptions<E, F>,
): RecordList<RowOf<E>> {
  type Row = RowOf<E>;
  const { namespace, name = 'list', savedAs = `${namespace}.${name}`, rowId, fixed, live, defaultSort } = options;
  const { filters = NO_FILTERS, views = NO_VIEWS, columns, advanced } = options;
  const { t } = useTranslation('ui');
  const { timeZone } = useTenant();
  const [params, setParams] = useSearchParams();
  const defaultSize = options.pageSize ?? rememberedSize();
  const shape = useMemo<ListShape>(() => {
    const sortable = columns.flatMap((column) => column.sort ?? []);
    return { filters, views, sortable, defaultSort, defaultSize, advanced };
  }, [filters, views, columns, defaultSort, defaultSize, advanced]);
  const { state, dropped } = useMemo(() => readListState(params, shape), [params, shape]);
  const calendar = useTenantCalendar();
  const asked = { ...listRequest(state, shape, { timeZone, ...calendar }), ...fixed };
  const view = JSON.stringify(asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `view` is all that is in it
  const request = useMemo(() => asked, [view]);

  const queryClient = useQueryClient();
  const queryKey = [namespace, endpoint.path, request];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(endpoint, request as RequestInput<E>, { signal, notices: 'none' }),
    placeholderData: keepPreviousData,
  });
  const page = query.data as Page | undefined;
  const idOf = useCallback((row: Row) => String((row as Record<string, unknown>)[rowId]), [rowId]);
  // While another page is fetched the old rows stay under their own name.
  const shownView = useRef(view);
  if (!query.isPlaceholderData) shownView.current = view;
  const held = useHeldRows(page?.records as Row[] | undefined, {
    view: shownView.current,
    idOf,
    holds: live !== undefined,
  });

  const liveId = options.liveId ?? rowId;
  const liveIdOf = useCallback((row: Row) => String((row as Record<string, unknown>)[liveId]), [liveId]);
  // What the stream causes is fetched without a progress line; a busy hour would make it blink every second.
  const isQuiet = useRef(false);
  // Patched at once with what the stream contains; asked again for what it cannot contain.
  useLive(live ?? '-', (message) => held.patch(message.id, options.isLiveOfOthers ? {} : message, liveIdOf));
  const askQuietly = async () => {
    // nothing is shown yet that could be out of date; and a loading that the user stopped stays stopped
    if (queryClient.getQueryData(queryKey) === undefined) return;
    isQuiet.current = true;
    await askAgain(queryClient, queryKey);
    isQuiet.current = false;
  };
  const isElsewhere = ({ id }: LiveMessage): boolean =>
    options.elsewhereEveryMs !== undefined && !held.rows.some((row) => liveIdOf(row) === id);
  useLiveRefresh({
    concerns: (message) => message.kind === live && !isElsewhere(message),
    paused: live === undefined,
    refresh: askQuietly,
  });
  useLiveRefresh({
    concerns: (message) => message.kind === live && isElsewhere(message),
    paused: options.elsewhereEveryMs === undefined,
    refresh: askQuietly,
    everyMs: options.elsewhereEveryMs,
  });
  useRepeated(askQuietly, options.everySeconds);

  const droppedNames = dropped.join(', ');
  useEffect(() => {
    if (droppedNames) toast.info(t('list.dropped', { names: droppedNames }));
  }, [droppedNames, t]);

  const change: RecordList<Row>['change'] = (next, how) => {
    const keepsPage = Object.keys(next).every((key) => key === 'page' || key === 'panel');
    if (next.size) writeStored(PAGE_SIZE_STORED_AS, next.size);
    setParams((now) => {
      const { state } = readListState(now, shape);
      return writeListState(now, { ...state, ...(keepsPage ? {} : { page: 1 }), ...next }, shape);
    }, how);
  };
  return useStable<RecordList<Row>>({
    id: savedAs,
    namespace,
    columns,
    shape,
    state,
    idOf,
    rows: page ? held.rows : undefined,
    gone: held.gone,
    fresh: held.fresh,
    arrived: held.arrived,
    total: page?.total,
    totalIsEstimate: page?.totalIsEstimate ?? false,
    isFetching: query.isFetching && query.data !== undefined && (query.isPlaceholderData || !isQuiet.current),
    error: query.isError ? query.error : undefined,
    isAsking: query.isFetching,
    updatedAt: query.dataUpdatedAt,
    isHalted: !page && !query.isError && !query.isFetching,
    request,
    countAll: async (signal) => {
      const all = { pageNo: 1, pageSize: 1, ...fixed } as RequestInput<E>;
      return (await call(endpoint, all, { signal, notices: 'none' })).total;
    },
    change,
    filter: (filterName, value, how) => {
      const { [filterName]: _, ...others } = state.values;
      change({ values: value ? { ...others, [filterName]: value } : others }, how);
    },
    clear: () => change({ values: {}, sort: defaultSort, where: undefined }),
    refresh: () => void query.refetch(),
    cancel: () => void queryClient.cancelQueries({ queryKey }),
    showFresh: held.show,
  });
}

/** While the window is seen. */
function useRepeated(work: () => Promise<void>, everySeconds: number | undefined): void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    if (everySeconds === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void latest.current();
    }, everySeconds * 1_000);
    return () => clearInterval(timer);
  }, [everySeconds]);
}

function rememberedSize(): PageSize {
  return PAGE_SIZES.find((size) => size === readStored<number>(PAGE_SIZE_STORED_AS)) ?? 20;
}
