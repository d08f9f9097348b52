export interface Sort {
  readonly by: string;
  readonly order: 'asc' | 'desc';
}

/** First press ascending, second descending, third clears. */
export function nextSort(sort: Sort | undefined, by: string): Sort | undefined {
  if (sort?.by !== by) return { by, order: 'asc' };
  return sort.order === 'asc' ? { by, order: 'desc' } : undefined;
}
