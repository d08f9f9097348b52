import { readStored, removeStoredBegins, writeStored } from '#platform/storage/web/stored.ts';

/** Platform.md 9: this many earlier texts of one code are kept. */
export const MOST_KEPT = 16;
const KEY = 'enhance_';

export interface KeptText {
  readonly text: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Newest first; what another version wrote in another form is left out. */
export function keptTexts(code: string): readonly KeptText[] {
  const stored = readStored<unknown>(KEY + code);
  if (!Array.isArray(stored)) return [];
  return stored.filter(isKept).slice(0, MOST_KEPT);
}

/** A text that is there already moves to the front, so that trying things out does not push the good ones out. */
export function keepText(code: string, text: string, at: number): void {
  const others = keptTexts(code).filter((kept) => kept.text !== text);
  writeStored(KEY + code, [{ text, at }, ...others].slice(0, MOST_KEPT));
}

/** At the end of the session, and when the tenant changes: the next user must not see what was written. */
export function dropTexts(): void {
  removeStoredBegins(KEY);
}

function isKept(value: unknown): value is KeptText {
  const kept = value as Partial<KeptText> | null;
  return typeof kept === 'object' && kept !== null && typeof kept.text === 'string' && typeof kept.at === 'number';
}
