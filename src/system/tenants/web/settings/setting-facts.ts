import type { Fact } from '#ui/description-list/description-list.tsx';
import { configOf } from '../../rules/config-text.ts';

/**
 * The known fields of a configuration text, in the given order; an empty one shows a dash. Secrets come masked, so they can
 * stand among the others.
 */
export function settingFacts<Name extends string>(
  config: string | null,
  names: readonly Name[],
  termOf: (name: Name) => string,
): Fact[] {
  const values = configOf(config);
  return names.map((name) => ({ key: name, term: termOf(name), value: textOf(values[name]) }));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
