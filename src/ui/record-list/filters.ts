import type { StatusTags } from '../status/status-tags.ts';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

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
  /** Several at once; the call takes an array. */
  readonly multiple?: boolean | undefined;
}

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

/** One record of another list, found by typing (800 ms, ten results: platform.md 5). */
export interface RecordFilter extends FilterBase {
  readonly kind: 'record';
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly FilterOption[]>;
  /** The words for a value that came with a pasted link. */
  readonly find?: ((value: string, signal: AbortSignal) => Promise<string | undefined>) | undefined;
}

export type Filter = SearchFilter | TextFilter | ChoiceFilter | DateRangeFilter | RecordFilter;

export const searchFilter = (options: FilterBase = {}): SearchFilter => ({ kind: 'search', ...options });
export const textFilter = (options: FilterBase = {}): TextFilter => ({ kind: 'text', ...options });

export function choiceFilter(
  of: StatusTags | readonly (string | number | boolean)[],
  options: FilterBase & { multiple?: boolean } = {},
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

export const recordFilter = (
  search: RecordFilter['search'],
  options: FilterBase & Pick<RecordFilter, 'find'> = {},
): RecordFilter => ({ kind: 'record', search, ...options });
