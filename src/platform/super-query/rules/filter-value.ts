import { SUPER_RULES, type SuperField, type SuperRule } from '../contract/super-query.ts';
import { type Comparison, comparison, readScalar } from './parse-super-query.ts';

/** An ordinary filter of a system list: one comparison, or several of which one is enough. */
export type FilterValue = readonly [Comparison, ...Comparison[]];

const WORDS: Readonly<Record<string, SuperRule>> = { '>=': 'ge', '<=': 'le', '!=': 'ne', '>': 'gt', '<': 'lt' };
const SIGN = /^(>=|<=|!=|>|<) ?(.+)$/s;
const WORD = /^(ge|le|gt|lt|eq|ne) (.+)$/s;
const ORDERED: readonly string[] = SUPER_RULES.filter((rule) => ['gt', 'ge', 'lt', 'le', 'eq', 'ne'].includes(rule));

/**
 * Reads the value patterns of system-api.md 1.4 in their order: `,a,b,` contains a or b; `>= x` and `ge x` compare, the sign
 * also without a space; `*x*`, `*x`, `x*` contain, end, begin; `a,b` is one of; `!x` is not; `a++b` equals `a,b`; anything
 * else equals, or is a part where the field says so. `undefined`: the value does not fit the field. Days are those of `timeZone`.
 */
export function readFilterValue(
  name: string,
  field: SuperField,
  text: string,
  timeZone = 'UTC',
): FilterValue | undefined {
  const list = /^,(.+),$/s.exec(text)?.[1];
  if (list !== undefined) {
    const parts = list.split(',').flatMap((part) => (part === '' ? [] : (like(name, field, 'anywhere', part) ?? [])));
    const [first, ...rest] = parts;
    return first && [first, ...rest];
  }
  const [, sign, word, operand] = matchOperator(text);
  const rule = sign === undefined ? (word as SuperRule | undefined) : WORDS[sign];
  if (operand !== undefined && rule !== undefined) return compare(name, field, rule, operand, timeZone);
  if (text.length > 2 && text.startsWith('*') && text.endsWith('*'))
    return like(name, field, 'anywhere', text.slice(1, -1));
  if (text.length > 1 && text.startsWith('*')) return like(name, field, 'end', text.slice(1));
  if (text.length > 1 && text.endsWith('*')) return like(name, field, 'start', text.slice(0, -1));
  if (text.includes(',')) {
    const values = text
      .split(',')
      .filter((part) => part !== '')
      .map((part) => scalar(field, part));
    return values.length > 0 && !values.includes(undefined)
      ? [{ field: name, kind: 'in', values: values as (string | number | boolean)[] }]
      : undefined;
  }
  if (text.length > 1 && text.startsWith('!')) return compare(name, field, 'ne', text.slice(1), timeZone);
  const whole = text.replaceAll('++', ',');
  if (field.kind === 'text' && field.byPart) return like(name, field, 'anywhere', whole);
  return compare(name, field, 'eq', whole, timeZone);
}

/** What stands beside a field's own filter: the bounds of a range, and a list of which one is enough (system-api.md 1.4). */
export const FILTER_SUFFIXES = { _begin: 'ge', _end: 'le', _MultiString: 'in' } as const satisfies Record<
  string,
  SuperRule
>;

/** A bound belongs to its range; a day means all of it in `timeZone`. `undefined`: the value does not fit the field. */
export function readBeside(
  name: string,
  field: SuperField,
  suffix: keyof typeof FILTER_SUFFIXES,
  text: string,
  timeZone: string,
): FilterValue | undefined {
  const one = comparison(name, field, FILTER_SUFFIXES[suffix], text, timeZone);
  return one && [one];
}

/** Parts of a text only: a number has none. */
function like(
  field: string,
  { kind }: SuperField,
  at: 'anywhere' | 'start' | 'end',
  text: string,
): FilterValue | undefined {
  return kind === 'text' ? [{ field, kind: 'like', at, text }] : undefined;
}

function matchOperator(text: string): [string, string | undefined, string | undefined, string | undefined] {
  const bySign = SIGN.exec(text);
  if (bySign) return [text, bySign[1], undefined, bySign[2]];
  const byWord = WORD.exec(text);
  return [text, undefined, byWord?.[1], byWord?.[2]];
}

function compare(
  name: string,
  field: SuperField,
  rule: SuperRule,
  text: string,
  timeZone: string,
): FilterValue | undefined {
  if (field.kind === 'time') {
    const span = comparison(name, field, rule, text, timeZone);
    return span && [span];
  }
  const value = scalar(field, text);
  if (value === undefined || !ORDERED.includes(rule)) return undefined;
  return [{ field: name, kind: 'compare', rule: rule as 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le', value }];
}

function scalar(field: SuperField, text: string): string | number | boolean | undefined {
  if (field.kind === 'time') return undefined;
  // what is no id is not found
  return field.kind === 'text' || field.kind === 'record' ? text : readScalar(field, text);
}
