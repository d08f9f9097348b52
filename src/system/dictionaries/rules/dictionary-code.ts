/** A dictionary code as the calls carry it: the name of a dictionary, or of a declared table dictionary. */
export type DictionaryCodeKind = { readonly kind: 'plain'; readonly code: string } | TableDictionaryName;

export interface TableDictionaryName {
  readonly kind: 'table';
  /** `table,text,code`, or with a fourth part, the name of a preset. */
  readonly name: string;
}

const WORD = /^[A-Za-z]\w{0,63}$/;

/**
 * Reads a code. The parts of a table dictionary are a name to look up in a registry, never SQL (security 2.8); anything
 * that does not even look like one is `undefined`.
 */
export function readDictionaryCode(text: string): DictionaryCodeKind | undefined {
  if (!text.includes(',')) return WORD.test(text) ? { kind: 'plain', code: text } : undefined;
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length < 3 || parts.length > 4 || !parts.every((part) => WORD.test(part))) return undefined;
  return { kind: 'table', name: parts.join(',') };
}

/** Values of a comma list; empty ones, such as after a trailing comma, are none. */
export function valuesOf(list: string | readonly string[]): string[] {
  const parts = typeof list === 'string' ? list.split(',') : list;
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The words of one value, a comma list or an array: joined by commas; an unknown value stays itself (system-api.md 6.3). */
export function textOfValues(
  items: readonly { readonly value: string; readonly text: string }[],
  values: string | number | readonly string[] | null | undefined,
): string {
  if (values === null || values === undefined || values === '') return '';
  const textOf = new Map(items.map((item) => [item.value, item.text]));
  return valuesOf(typeof values === 'number' ? String(values) : values)
    .map((value) => textOf.get(value) ?? value)
    .join(',');
}

/** A code cut to `table,text,code`: the initial text of a preset's value is looked up without the preset (system-api.md 6.3). */
export function withoutPreset(code: string): string {
  return code.split(',').slice(0, 3).join(',');
}
