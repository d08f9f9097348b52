import type { Fact } from '#ui/description-list/description-list.tsx';
import { configOf } from '../../rules/config-text.ts';

/**
 * The known fields of a configuration text, in the given order; an empty one says `none`, as it is an answer and not a gap.
 * Secrets come masked, so they can stand among the others. `defaults` hold where the text says nothing;
 * `wordOf` puts codes into words.
 */
export function settingFacts<Name extends string>(
  config: string | null,
  names: readonly Name[],
  termOf: (name: Name) => string,
  none: string,
  defaults: Readonly<Record<string, unknown>> = {},
  wordOf: (name: Name, value: string) => string = (_name, value) => value,
): Fact[] {
  const values = { ...defaults, ...configOf(config) };
  return names.map((name) => ({ key: name, term: termOf(name), value: wordOf(name, textOf(values[name])) || none }));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
