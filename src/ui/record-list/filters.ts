import type { SelectOption } from '../select/options.ts';
import type { Search } from '../select/use-debounced-search.ts';
import type { StatusTags } from '../status/status-tags.ts';

interface FilterBase {
  /** In sight from the start; the others come through "Add filter". */
  readonly promoted?: boolean | undefined;
  /** Without one the slice's text `field.<name>`. */
  readonly label?: string | undefined;
}

/** The search box over the natural keys of the list; the slice's text `list.search` names them. */
export interface SearchFilter extends FilterBase {
  readonly kind: 'search';
}

export interface TextFilter extends FilterBase {
  readonly kind: 'text';
}

/** Codes out of a closed set. `tags` names them; plain `values` are named by the slice's texts `<name>.<value>`. */
export interface ChoiceFilter extends FilterBase {
  readonly kind: 'choice';
  readonly values: readonly string[];
  readonly tags?: StatusTags | undefined;
  /** A hook that names the values, such as by a dictionary; the same for as long as the filter is. */
  readonly useWords?: (() => (value: string) => string) | undefined;
  /** Several at once, or all but some: the call takes the text of the address, `3,5` or `!6` (`readChoice`). */
  readonly multiple?: boolean | undefined;
  /** How many records have each value, under the other filters of the list; asked when the filter is opened. */
  readonly counts?: ChoiceCounts | undefined;
}

export type ChoiceCounts = (
  request: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<Readonly<Record<string, number>>>;

/** Days in the tenant's calendar, sent as two fields. */
export interface DateRangeFilter<From extends string = string, To extends string = string> extends FilterBase {
  readonly kind: 'dateRange';
  readonly from: From;
  readonly to: To;
  /** `instant`: half-open instants (from ≤ x < to); `day`: calendar days, both included. */
  readonly as: 'instant' | 'day';
  /** Longest range, such as 31 days where a list is exported. */
  readonly maxDays?: number | undefined;
}

/** Amounts in the tenant's currency, sent as two fields in minor units, both ends included; either may be open. */
export interface AmountFilter<From extends string = string, To extends string = string> extends FilterBase {
  readonly kind: 'amount';
  readonly from: From;
  readonly to: To;
}

/** One record of another list, found by typing (800 ms, ten results: platform.md 5). */
export interface RecordFilter extends FilterBase {
  readonly kind: 'record';
  readonly search: Search<SelectOption>;
  /** The words for a value that came with a pasted link. */
  readonly find?: ((value: string, signal: AbortSignal) => Promise<string | undefined>) | undefined;
}

export type Filter = SearchFilter | TextFilter | ChoiceFilter | DateRangeFilter | AmountFilter | RecordFilter;

export const searchFilter = (options: FilterBase = {}): SearchFilter => ({ kind: 'search', ...options });
export const textFilter = (options: FilterBase = {}): TextFilter => ({ kind: 'text', ...options });

export function choiceFilter(
  of: StatusTags | readonly (string | number | boolean)[],
  options: FilterBase & Pick<ChoiceFilter, 'multiple' | 'counts' | 'useWords'> = {},
): ChoiceFilter {
  return 'tones' in of
    ? { kind: 'choice', values: of.codes, tags: of, ...options }
    : { kind: 'choice', values: of.map(String), ...options };
}

export function dateRangeFilter<const From extends string, const To extends string>(
  from: From,
  to: To,
  options: FilterBase & { as?: 'instant' | 'day'; maxDays?: number } = {},
): DateRangeFilter<From, To> {
  return { kind: 'dateRange', as: 'instant', ...options, from, to };
}

export const amountFilter = <const From extends string, const To extends string>(
  from: From,
  to: To,
  options: FilterBase = {},
): AmountFilter<From, To> => ({ kind: 'amount', ...options, from, to });

export const recordFilter = (
  search: RecordFilter['search'],
  options: FilterBase & Pick<RecordFilter, 'find'> = {},
): RecordFilter => ({ kind: 'record', search, ...options });
