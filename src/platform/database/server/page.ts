/** Shapes a page answer (product.md 3): numbers, `pages` computed, an estimate marked as one. */
export function toPage<Row>(
  records: Row[],
  total: number,
  request: { pageNo: number; pageSize: number },
  totalIsEstimate = false,
): { records: Row[]; current: number; pages: number; size: number; total: number; totalIsEstimate?: boolean } {
  return {
    records,
    current: request.pageNo,
    pages: Math.ceil(total / request.pageSize),
    size: request.pageSize,
    total,
    ...(totalIsEstimate ? { totalIsEstimate } : {}),
  };
}

/** Escapes a search word for `ILIKE`: `%`, `_` and `\` are themselves (security 6.3). */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
