import type { HistoryChange } from '#platform/history/contract/history.ts';

type Json = HistoryChange['before'];

/** How audit rows write a value that must not be read. */
const MASKED = '[secret]';

/**
 * The fields of an edit that differ, in the given order. A field that the row does not name afterwards was not touched; one that
 * it does not name before was nothing. Those named in `always` are listed although they do not differ. Masked values are no
 * history for anybody.
 */
export function differences(
  before: unknown,
  after: unknown,
  fields: readonly string[],
  always: readonly string[] = [],
): HistoryChange[] {
  const [then, now] = [recordOf(before), recordOf(after)];
  return fields.flatMap((field) => {
    if (!(field in now)) return [];
    const change = { field, before: then[field] ?? null, after: now[field] ?? null };
    return (isSame(change) && !always.includes(field)) || change.before === MASKED || change.after === MASKED
      ? []
      : [change];
  });
}

/** An empty text or list is as little as none. */
const isNothing = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

export const isSame = ({ before, after }: { readonly before: Json; readonly after: Json }): boolean =>
  (isNothing(before) && isNothing(after)) || JSON.stringify(before) === JSON.stringify(after);

function recordOf(value: unknown): Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, Json>) : {};
}
