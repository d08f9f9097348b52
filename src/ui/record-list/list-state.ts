import { readChoice } from '#platform/http/contract/choice.ts';
import type { SuperFields, SuperQuery } from '#platform/super-query/contract/super-query.ts';
import { PAGE_SIZES, type PageSize } from '../pagination/page-sizes.ts';
import type { Sort } from '../record-table/sort.ts';
import { DATE_PRESETS, type DatePreset, presetRange, type TenantCalendar } from '../time/presets.ts';
import { addDays, type DayRange, daysCounted, instantOf, isDay } from '../time/zoned.ts';
import type { Filter } from './filters.ts';
import { readWhere, whereRequest, writeWhere } from './where-text.ts';

export type Filters = Readonly<Record<string, Filter>>;

/** A system view of a list: a name in the URL and the fields that it sends. */
export interface ListView {
  readonly key: string;
  readonly request?: Readonly<Record<string, unknown>>;
  /** Columns that this view is about: they come first until the reader orders the columns. */
  readonly lead?: readonly string[];
}

/** What the address says about a list. Filter values are texts; several choices are one, `3,5` or `!6`. */
export interface ListState {
  readonly values: Readonly<Record<string, string>>;
  readonly view: string | undefined;
  readonly sort: Sort | undefined;
  readonly page: number;
  readonly size: PageSize;
  readonly panel: string | undefined;
  /** The advanced query. */
  readonly where: SuperQuery | undefined;
  /** Id of the saved view that is shown; one that the reader does not have is none. */
  readonly saved: string | undefined;
}

export interface ListShape {
  readonly filters: Filters;
  readonly views: readonly ListView[];
  /** Server columns that the list sorts by. */
  readonly sortable: readonly string[];
  readonly defaultSort: Sort | undefined;
  readonly defaultSize: PageSize;
  /** Fields of advanced queries; without them the list takes none. */
  readonly advanced?: SuperFields | undefined;
}

const RESERVED = {
  view: 'view',
  sort: 'sort',
  page: 'page',
  size: 'size',
  panel: 'panel',
  where: 'where',
  saved: 'saved',
} as const;

/** Reads an address; what it does not know is dropped and named, so that the page can show it (ux-guide 3). */
export function readListState(
  params: URLSearchParams,
  shape: ListShape,
): { state: ListState; dropped: readonly string[] } {
  const dropped: string[] = [];
  const take = <T>(name: string, read: (text: string) => T | undefined): T | undefined => {
    const text = params.get(name);
    if (text === null || text === '') return undefined;
    const value = read(text);
    if (value === undefined) dropped.push(name);
    return value;
  };
  const values: Record<string, string> = {};
  for (const [name, filter] of Object.entries(shape.filters)) {
    const value = take(name, (text) => (isValueOf(filter, text) ? text : undefined));
    if (value !== undefined) values[name] = value;
  }
  const state: ListState = {
    values,
    view: take(RESERVED.view, (text) => shape.views.find(({ key }) => key === text)?.key) ?? shape.views[0]?.key,
    sort: take(RESERVED.sort, (text) => readSort(text, shape.sortable)) ?? shape.defaultSort,
    page: take(RESERVED.page, (text) => (/^[1-9]\d{0,7}$/.test(text) ? Number(text) : undefined)) ?? 1,
    size: take(RESERVED.size, (text) => PAGE_SIZES.find((size) => String(size) === text)) ?? shape.defaultSize,
    panel: params.get(RESERVED.panel) ?? undefined,
    saved: take(RESERVED.saved, (text) => (/^[0-9a-f-]{36}$/.test(text) ? text : undefined)),
    where: take(RESERVED.where, (text) => shape.advanced && readWhere(text, shape.advanced)),
  };
  return { state, dropped };
}

/** Writes the state into a copy of the address, defaults left out, foreign parameters untouched. */
export function writeListState(params: URLSearchParams, state: ListState, shape: ListShape): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string | undefined) =>
    value === undefined || value === '' ? next.delete(name) : next.set(name, value);
  for (const name of Object.keys(shape.filters)) put(name, state.values[name]);
  put(RESERVED.view, state.view === shape.views[0]?.key ? undefined : state.view);
  const isDefaultSort = state.sort?.by === shape.defaultSort?.by && state.sort?.order === shape.defaultSort?.order;
  put(RESERVED.sort, state.sort && !isDefaultSort ? `${state.sort.by}.${state.sort.order}` : undefined);
  put(RESERVED.page, state.page === 1 ? undefined : String(state.page));
  put(RESERVED.size, state.size === shape.defaultSize ? undefined : String(state.size));
  put(RESERVED.panel, state.panel);
  put(RESERVED.saved, state.saved);
  put(RESERVED.where, state.where && writeWhere(state.where));
  return next;
}

function readSort(text: string, sortable: readonly string[]): Sort | undefined {
  const at = text.lastIndexOf('.');
  const [by, order] = [text.slice(0, at), text.slice(at + 1)];
  if (!sortable.includes(by) || (order !== 'asc' && order !== 'desc')) return undefined;
  return { by, order };
}

function isValueOf(filter: Filter, text: string): boolean {
  switch (filter.kind) {
    case 'choice': {
      const { isNot, values } = readChoice(text);
      const isKnown = values.length > 0 && values.every((value) => filter.values.includes(value));
      return isKnown && (filter.multiple || (values.length === 1 && !isNot));
    }
    case 'dateRange':
      return readRange(text) !== undefined && isRangeAllowed(filter.maxDays, text);
    case 'amount':
      return readAmounts(text) !== undefined;
    default:
      return text.length <= 200;
  }
}

export type RangeValue = { readonly preset: DatePreset } | DayRange;

/** A range in the address: `last7`, or `2027-03-01..2027-03-07`. */
export function readRange(text: string): RangeValue | undefined {
  const preset = DATE_PRESETS.find((name) => name === text);
  if (preset) return { preset };
  const [from = '', to = ''] = text.split('..');
  return isDay(from) && isDay(to) && from <= to ? { from, to } : undefined;
}

/** Minor units, both included; an end that is left out is open. */
export interface Amounts {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Amounts in the address, in minor units: `5000..10000`, `5000..` or `..10000`. */
export function readAmounts(text: string): Amounts | undefined {
  const ends = /^(\d*)\.\.(\d*)$/.exec(text)?.slice(1);
  const [from, to] = ends?.map((end) => (end === '' ? undefined : Number(end))) ?? [];
  const known = [from, to].filter((end) => end !== undefined);
  if (known.length === 0 || !known.every(Number.isSafeInteger) || areReversed({ from, to })) return undefined;
  return { from, to };
}

export const areReversed = ({ from = 0, to = Number.POSITIVE_INFINITY }: Amounts): boolean => from > to;

/** `undefined` where both ends are open. */
export const writeAmounts = ({ from, to }: Amounts): string | undefined =>
  from === undefined && to === undefined ? undefined : `${from ?? ''}..${to ?? ''}`;

export function rangeDays(value: RangeValue, calendar: TenantCalendar): DayRange {
  return 'preset' in value ? presetRange(value.preset, calendar) : value;
}

function isRangeAllowed(maxDays: number | undefined, text: string): boolean {
  const range = readRange(text);
  if (maxDays === undefined || !range || 'preset' in range) return true;
  return daysCounted(range.from, range.to) <= maxDays;
}

/** The fields of the call: paging, sorting, the view's and the filters' fields. */
export function listRequest(
  state: ListState,
  shape: Pick<ListShape, 'filters' | 'views'>,
  { timeZone, ...calendar }: TenantCalendar & { readonly timeZone: string },
): Record<string, unknown> {
  const request: Record<string, unknown> = { pageNo: state.page, pageSize: state.size };
  if (state.sort) Object.assign(request, { column: state.sort.by, order: state.sort.order });
  Object.assign(request, shape.views.find(({ key }) => key === state.view)?.request);
  if (state.where) Object.assign(request, whereRequest(state.where));
  for (const [name, filter] of Object.entries(shape.filters)) {
    const value = state.values[name];
    if (value === undefined) continue;
    if (filter.kind === 'dateRange') {
      const range = readRange(value);
      if (!range) continue;
      const { from, to } = rangeDays(range, calendar);
      const instant = (day: string) => new Date(instantOf(day, timeZone)).toISOString();
      request[filter.from] = filter.as === 'day' ? from : instant(from);
      request[filter.to] = filter.as === 'day' ? to : instant(addDays(to, 1));
    } else if (filter.kind === 'amount') {
      const { from, to } = readAmounts(value) ?? {};
      if (from !== undefined) request[filter.from] = from;
      if (to !== undefined) request[filter.to] = to;
    } else request[name] = value;
  }
  return request;
}
