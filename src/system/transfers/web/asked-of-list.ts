interface ListRequest {
  readonly pageNo?: unknown;
  readonly pageSize?: unknown;
  readonly column?: unknown;
  readonly order?: unknown;
}

interface Narrowed {
  readonly days?: Readonly<Record<string, string>> | undefined;
  /** Ids. */
  readonly only?: readonly string[] | undefined;
}

/**
 * What a file is asked for: the filters and the order of its list; one of a range of days is in the order of its times, and one of
 * chosen records holds all of them.
 */
export function askedOfList(request: ListRequest, { days, only }: Narrowed = {}): Record<string, unknown> {
  const { pageNo: _, pageSize: __, column, order, ...filters } = request;
  const asked = only ? { selections: only.join(',') } : filters;
  if (days) return { ...asked, ...days };
  return { ...asked, ...(column === undefined ? {} : { column }), ...(order === undefined ? {} : { order }) };
}
