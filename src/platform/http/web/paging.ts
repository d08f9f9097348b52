const PAGING_FIELDS = ['current', 'pages', 'size', 'total'] as const;

/** Older servers send the numbers of a page as text; they become numbers on receipt (platform.md 3). */
export function withPagingNumbers(result: unknown): unknown {
  if (!isPage(result)) return result;
  const page: Record<string, unknown> = { ...result };
  for (const field of PAGING_FIELDS) {
    const value = page[field];
    if (typeof value === 'string' && /^\d{1,16}$/.test(value)) page[field] = Number(value);
  }
  return page;
}

function isPage(result: unknown): result is Record<string, unknown> & { records: unknown[] } {
  return typeof result === 'object' && result !== null && 'records' in result && Array.isArray(result.records);
}
