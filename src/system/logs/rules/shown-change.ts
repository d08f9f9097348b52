/** What a reader of the log sees of the values before and after. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [field: string]: Json };
export interface ShownChange {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
}

/** How audit rows write a value that must not be read. */
const MASKED = '[secret]';
/** Ways to reach people: seen whole by those who may see them (security 14.5). */
const CONTACTS: ReadonlySet<string> = new Set(['phone', 'email', 'telephone', 'mobile']);

/**
 * The fields that differ. An addition has no values before and a removal none after; a field that an edit does not name afterwards
 * was not touched.
 */
export function shownChanges(before: unknown, after: unknown, seesContacts: boolean): ShownChange[] {
  const [then, now] = [recordOf(before), recordOf(after)];
  const names = after === null || after === undefined ? Object.keys(then) : Object.keys(now);
  return names.flatMap((field) => {
    const change = { field, before: then[field] ?? null, after: now[field] ?? null };
    if (JSON.stringify(change.before) === JSON.stringify(change.after)) return [];
    if (change.before === MASKED || change.after === MASKED) return [{ field, before: null, after: '•••' }];
    if (CONTACTS.has(field) && !seesContacts)
      return [{ field, before: hidden(change.before), after: hidden(change.after) }];
    return [change];
  });
}

const hidden = (value: Json): Json => (value === null || value === '' ? value : '•••');

function recordOf(value: unknown): Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, Json>) : {};
}
