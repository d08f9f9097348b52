import { currentTenantId } from '#platform/http/web/credentials.ts';
import { i18n } from '#platform/i18n/web/i18n.ts';
import { readSession, writeSession } from '#platform/storage/web/session-stored.ts';
import type { SelectOption } from './options.ts';

const KEPT_MAX = 5;

/** Per tenant, and per language because names are kept; until the browser tab is closed or somebody logs out. */
const storageKey = (kind: string): string => `chosen:${currentTenantId()}:${i18n.language}:${kind}`;

/** What was chosen last of this kind of record, the newest first. */
export function recentChoices(kind: string | undefined): SelectOption[] {
  return kind === undefined ? [] : choicesIn(readSession(storageKey(kind)));
}

export function noteChoice(kind: string | undefined, option: SelectOption): void {
  if (kind !== undefined) writeSession(storageKey(kind), withChoice(recentChoices(kind), option));
}

export function withChoice(kept: readonly SelectOption[], { value, label, hint }: SelectOption): SelectOption[] {
  return [{ value, label, hint }, ...kept.filter((one) => one.value !== value)].slice(0, KEPT_MAX);
}

/** What was stored, as far as it has the form of an option. */
export function choicesIn(stored: unknown): SelectOption[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one: Partial<SelectOption> | null) =>
    typeof one?.value === 'string' && typeof one.label === 'string'
      ? [{ value: one.value, label: one.label, hint: typeof one.hint === 'string' ? one.hint : undefined }]
      : [],
  );
}
