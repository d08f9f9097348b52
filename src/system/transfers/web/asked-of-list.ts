interface ListRequest {
  readonly pageNo?: unknown;
  readonly pageSize?: unknown;
  readonly column?: unknown;
  readonly order?: unknown;
}

/** What a file is asked for: the filters and the order of its list; one of a range of days is in the order of its times. */
export function askedOfList(request: ListRequest, days?: Readonly<Record<string, string>>): Record<string, unknown> {
  const { pageNo: _, pageSize: __, ...asked } = request;
  if (!days) return asked;
  const { column: ___, order: ____, ...filters } = asked;
  return { ...filters, ...days };
}
