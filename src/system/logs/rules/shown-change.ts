import type { HistoryChange } from '#platform/history/contract/history.ts';
import { isSame } from '#platform/history/rules/differences.ts';

type Json = HistoryChange['before'];

/** How audit rows write a value that must not be read. */
const MASKED = '[secret]';
/** Ways to reach people: seen whole by those who may see them (security 14.5). */
const CONTACTS: ReadonlySet<string> = new Set(['phone', 'email', 'telephone', 'mobile']);

/**
 * The fields that differ. An addition has no values before and a removal none after; a field that an edit does not name afterwards
 * was not touched.
 */
export function shownChanges(before: unknown, after: unknown, seesContacts: boolean): HistoryChange[] {
  const [then, now] = [recordOf(before), recordOf(after)];
  const names = after === null || after === undefined ? Object.keys(then) : Object.keys(now);
  return names.flatMap((field) => {
    const change = { field, before: then[field] ?? null, after: now[field] ?? null };
    if (isSame(change)) return [];
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
