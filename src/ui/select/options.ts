import type { StatusTags } from '../status/status-tags.ts';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  /** A second, fainter word, such as a code. */
  readonly hint?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** How many records have it. */
  readonly count?: number | undefined;
}

/** Lists of this length and longer have a search box. */
export const SEARCHED_FROM = 10;

/** How options look: states as the tags that they are elsewhere. */
export interface OptionLook {
  tags?: StatusTags | undefined;
}

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The options that have all words of a text, in whatever case and with or without accents. */
export function matching(options: readonly SelectOption[], text: string): readonly SelectOption[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  return options.filter(({ label, hint = '' }) => {
    const own = plain(`${label} ${hint}`);
    return words.every((word) => own.includes(word));
  });
}

/** Puts a value in or takes it out; in the order of the options, what is none of them stays at the end. */
export function toggled(options: readonly SelectOption[], values: readonly string[], value: string): string[] {
  const chosen = new Set(values);
  if (!chosen.delete(value)) chosen.add(value);
  return inOrder(options, chosen);
}

/** All of `added` beside what is chosen already. */
export function withAll(
  options: readonly SelectOption[],
  values: readonly string[],
  added: readonly SelectOption[],
): string[] {
  return inOrder(options, new Set([...values, ...added.map(({ value }) => value)]));
}

function inOrder(options: readonly SelectOption[], chosen: ReadonlySet<string>): string[] {
  const known = options.map(({ value }) => value).filter((value) => chosen.has(value));
  return [...known, ...[...chosen].filter((value) => !known.includes(value))];
}

/** The option that begins with what is typed, from the one behind `from` on and around the end (ARIA, listbox). */
export function startingWith(options: readonly SelectOption[], text: string, from: number): SelectOption | undefined {
  const sought = plain(text);
  const behind = [...options.slice(from), ...options.slice(0, from)];
  return behind.find(({ label, disabled }) => !disabled && plain(label).startsWith(sought));
}
