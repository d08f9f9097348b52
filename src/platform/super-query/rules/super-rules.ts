import type { SuperField, SuperRule } from '../contract/super-query.ts';

const EQUAL = ['eq', 'ne'] as const;
const ORDERED = [...EQUAL, 'gt', 'ge', 'lt', 'le'] as const;

/** The operators that make sense for a kind of field, the usual one first. */
export const RULES_OF_KIND: Readonly<Record<SuperField['kind'], readonly SuperRule[]>> = {
  text: ['like', 'eq', 'ne', 'right_like', 'left_like', 'in'],
  number: [...ORDERED, 'in'],
  money: ORDERED,
  time: ['ge', 'gt', 'le', 'lt', 'eq', 'ne'],
  flag: ['eq'],
  choice: ['eq', 'ne', 'in'],
  record: EQUAL,
};

const SYMBOLS: Readonly<Record<string, SuperRule>> = {
  '=': 'eq',
  '!=': 'ne',
  '>': 'gt',
  '>=': 'ge',
  '<': 'lt',
  '<=': 'le',
};

/** `eq`, `EQ` or `=`: both spellings are in use (system-api.md 1.5). */
export function readRule(text: string): SuperRule | undefined {
  const word = text.trim().toLowerCase();
  const all: readonly string[] = RULES_OF_KIND.text.concat(RULES_OF_KIND.number);
  return SYMBOLS[word] ?? (all.includes(word) ? (word as SuperRule) : undefined);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const WHOLE = /^-?\d{1,15}$/;
const DAY_OR_MINUTE = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2})?$/;

/** Does a written value fit its field, as far as it can be seen without a calendar? For links and forms; servers parse. */
export function isValueOf(field: SuperField, rule: SuperRule, val: string): boolean {
  if (val === '' || !RULES_OF_KIND[field.kind].includes(rule)) return false;
  const parts = rule === 'in' ? val.split(',').filter((part) => part !== '') : [val];
  return parts.length > 0 && parts.every((part) => fits(field, part));
}

function fits(field: SuperField, text: string): boolean {
  switch (field.kind) {
    case 'number':
    case 'money':
      return WHOLE.test(text);
    case 'time':
      return DAY_OR_MINUTE.test(text);
    case 'flag':
      return text === '1' || text === '0';
    case 'choice':
      return field.values.some((value) => String(value) === text);
    case 'record':
      return UUID.test(text);
    default:
      return text.length <= 200;
  }
}
